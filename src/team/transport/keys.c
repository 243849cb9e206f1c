/* keys.c -- see keys.h. */
#include "team/transport/keys.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include "base/memory.h"
#include "base/text.h"

static const char *
owner_name (enum key_owner owner)
{
    return owner == KEY_SERVER ? "server" : "worker";
}

char *
keys_directory (const char *directory, struct problem *problem)
{
    const char *config = getenv ("XDG_CONFIG_HOME");
    const char *home = getenv ("HOME");
    struct text path;
    text_init (&path);
    if (directory)
        text_add (&path, directory);
    else if (config && config[0] == '/')
        text_print (&path, "%s/cohort", config);
    else if (home && home[0] == '/')
        text_print (&path, "%s/.config/cohort", home);
    else {
        problem_of_kind (problem, PROBLEM_USAGE, (struct place) {0},
                         "no home directory for the keys");
        return NULL;
    }
    return text_take (&path);
}

static char *
path_of (const char *directory, const char *name, const char *end)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s/%s%s", directory, name, end);
    return text_take (&path);
}

/* mkdir -p, private. */
static bool
directory_make (const char *path, struct problem *problem)
{
    char *copy = memory_string (path);
    bool made = true;
    for (char *p = copy + 1; made; p++) {
        char old = *p;
        if (old && old != '/')
            continue;
        *p = 0;
        made = !mkdir (copy, 0700) || errno == EEXIST;
        *p = old;
        if (!old)
            break;
    }
    memory_free (copy);
    return made
           || problem_of_kind (
               problem, PROBLEM_RESOURCE, (struct place) {path, 0, 0},
               "cannot make the directory: %s", strerror (errno));
}

static bool
key_read (const char *path, char key[KEY_TEXT], struct problem *problem)
{
    size_t size;
    char *data = text_file (path, &size);
    if (!data)
        return problem_of_kind (
            problem, PROBLEM_USAGE, (struct place) {path, 0, 0},
            "%s (`cohort keys` makes keys)", strerror (errno));
    size_t length = strcspn (data, "\r\n");
    uint8_t raw[32];
    bool good = length == KEY_TEXT - 1;
    if (good) {
        memcpy (key, data, length);
        key[length] = 0;
        good = zmq_z85_decode (raw, key) != NULL;
    }
    memset (data, 0, size);
    memset (raw, 0, sizeof raw);
    memory_free (data);
    return good
           || problem_of_kind (problem, PROBLEM_USAGE,
                               (struct place) {path, 0, 0}, "this is no key");
}

/* Never overwrites: another process may just have made the file. */
static bool
key_write (const char *path, const char key[KEY_TEXT], mode_t mode,
           struct problem *problem)
{
    int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    bool good = fd >= 0 && write (fd, key, KEY_TEXT - 1) == KEY_TEXT - 1
                && write (fd, "\n", 1) == 1;
    int error = errno;
    if (fd >= 0)
        good = !close (fd) && good;
    return good
           || problem_of_kind (problem, PROBLEM_RESOURCE,
                               (struct place) {path, 0, 0},
                               "cannot write the key: %s", strerror (error));
}

static bool
exists (const char *path)
{
    return !access (path, F_OK);
}

/* The secret key is written last, so a pair with one is complete. */
static bool
pair_make (const char *directory, enum key_owner owner, struct problem *problem)
{
    char *secret = path_of (directory, owner_name (owner), ".key");
    char *public = path_of (directory, owner_name (owner), ".pub");
    struct key_pair pair;
    bool good = true;
    if (!exists (secret)) {
        good =
            !zmq_curve_keypair (pair.public_key, pair.secret_key)
            || problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "this libzmq has no CURVE");
        /* A master's public key may have been copied here on its own; then
         * this machine has workers only. */
        if (good && owner == KEY_SERVER && exists (public))
            goto end;
        unlink (public);
        good = good && key_write (public, pair.public_key, 0644, problem)
               && key_write (secret, pair.secret_key, 0600, problem);
    }
end:
    memset (&pair, 0, sizeof pair);
    memory_free (secret);
    memory_free (public);
    return good;
}

bool
keys_make (const char *given, struct problem *problem)
{
    char *directory = keys_directory (given, problem);
    if (!directory)
        return false;
    char *allowed = path_of (directory, "allowed", "");
    char *own = path_of (directory, "allowed/this-machine", ".pub");
    struct key_pair worker;
    bool good =
        directory_make (directory, problem) && directory_make (allowed, problem)
        && pair_make (directory, KEY_SERVER, problem)
        && pair_make (directory, KEY_WORKER, problem)
        && keys_load (directory, KEY_WORKER, &worker, problem)
        && (exists (own) || key_write (own, worker.public_key, 0644, problem));
    memory_free (own);
    memory_free (allowed);
    memory_free (directory);
    return good;
}

bool
keys_load (const char *given, enum key_owner owner, struct key_pair *pair,
           struct problem *problem)
{
    char *directory = keys_directory (given, problem);
    if (!directory)
        return false;
    char *path = path_of (directory, owner_name (owner), ".key");
    struct stat status;
    bool good = key_read (path, pair->secret_key, problem);
    if (good && !stat (path, &status) && status.st_mode & 077)
        good = problem_of_kind (problem, PROBLEM_USAGE,
                                (struct place) {path, 0, 0},
                                "others can read this secret key (chmod 600)");
    if (good && zmq_curve_public (pair->public_key, pair->secret_key))
        good = problem_of_kind (problem, PROBLEM_USAGE,
                                (struct place) {path, 0, 0},
                                "this is no secret key");
    memory_free (path);
    memory_free (directory);
    return good;
}

bool
keys_server (const char *given, char key[KEY_TEXT], struct problem *problem)
{
    char *directory = keys_directory (given, problem);
    if (!directory)
        return false;
    char *path = path_of (directory, "server", ".pub");
    bool good = key_read (path, key, problem);
    memory_free (path);
    memory_free (directory);
    return good;
}

/* The names of the files in allowed/, sorted; both are freed by the caller. */
static int
allowed_list (const char *directory, char **path, struct dirent ***names)
{
    *path = path_of (directory, "allowed", "");
    *names = NULL;
    return scandir (*path, names, NULL, alphasort);
}

static void
allowed_free (char *path, struct dirent **names, int count)
{
    for (int i = 0; i < count; i++)
        free (names[i]);
    free (names);
    memory_free (path);
}

bool
keys_allowed (const char *given, const char key[KEY_TEXT])
{
    struct problem ignored = {0};
    char *directory = keys_directory (given, &ignored);
    if (!directory)
        return false;
    char *path;
    struct dirent **names;
    int count = allowed_list (directory, &path, &names);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        char other[KEY_TEXT];
        struct problem bad = {0};
        if (names[i]->d_name[0] == '.')
            continue;
        char *file = path_of (path, "", names[i]->d_name);
        found = key_read (file, other, &bad) && !strcmp (other, key);
        memory_free (file);
    }
    allowed_free (path, names, count);
    memory_free (directory);
    return found;
}

bool
keys_print (const char *given, FILE *out, struct problem *problem)
{
    char *directory = keys_directory (given, problem);
    if (!directory)
        return false;
    fprintf (out, "directory: %s\n", directory);
    for (int owner = KEY_SERVER; owner <= KEY_WORKER; owner++) {
        const char *name = owner_name ((enum key_owner) owner);
        char *path = path_of (directory, name, ".pub");
        char key[KEY_TEXT];
        if (exists (path)) {
            if (!key_read (path, key, problem)) {
                memory_free (path);
                memory_free (directory);
                return false;
            }
            fprintf (out, "%s: %s\n", name, key);
        }
        memory_free (path);
    }
    char *path;
    struct dirent **names;
    int count = allowed_list (directory, &path, &names);
    for (int i = 0; i < count; i++) {
        char key[KEY_TEXT];
        struct problem bad = {0};
        if (names[i]->d_name[0] == '.')
            continue;
        char *file = path_of (path, "", names[i]->d_name);
        bool good = key_read (file, key, &bad);
        fprintf (out, "allowed: %s %s\n", good ? key : "(no key)",
                 names[i]->d_name);
        memory_free (file);
    }
    allowed_free (path, names, count);
    memory_free (directory);
    return true;
}
