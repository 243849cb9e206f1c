/* bytes.h -- borrowed byte strings, growing buffers, and readers of them.
 *
 * Numbers are written as LEB128 (seven bits a byte, low ones first), so a wire
 * format does not depend on the machine.  A reader never reads past its end:
 * after the first bad read `failed` is set and every further read gives 0. */
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *data; /* borrowed; may be null if size is 0 */
    size_t size;
};

bool bytes_equal (struct bytes, struct bytes);
int bytes_compare (struct bytes, struct bytes); /* like memcmp, shorter first */
struct bytes bytes_of (const char *);           /* without the final 0 */

struct buffer {
    uint8_t *data; /* owned */
    size_t size, room;
};

void buffer_init (struct buffer *);
void buffer_clear (struct buffer *);
void buffer_reset (struct buffer *); /* empties, keeps the memory */
void buffer_put (struct buffer *, const void *, size_t);
void buffer_byte (struct buffer *, uint8_t);
void buffer_uint (struct buffer *, uint64_t);
void buffer_int (struct buffer *, int64_t);         /* zigzag */
void buffer_u32 (struct buffer *, uint32_t);        /* 4 bytes, low first */
void buffer_u64 (struct buffer *, uint64_t);        /* 8 bytes, low first */
void buffer_bytes (struct buffer *, struct bytes);  /* length, then bytes */
void buffer_string (struct buffer *, const char *); /* as bytes */
struct bytes buffer_view (const struct buffer *);   /* borrowed until changed */

struct reader {
    const uint8_t *at, *end;
    bool failed;
};

void reader_init (struct reader *, struct bytes);
uint8_t reader_byte (struct reader *);
uint64_t reader_uint (struct reader *);
int64_t reader_int (struct reader *);
uint32_t reader_u32 (struct reader *);
uint64_t reader_u64 (struct reader *);
struct bytes reader_take (struct reader *, size_t); /* that many raw bytes */
struct bytes reader_bytes (struct reader *);        /* length, then bytes */
char *reader_string (struct reader *);              /* the caller frees it */
bool reader_done (const struct reader *); /* at the end, and nothing failed */

#endif
