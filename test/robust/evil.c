/* evil.c -- tries what a program that is checked must not be able to do: ends
 * with 42 if it could do what argument 1 names; argument 2 is a path or a port
 * outside. (test/unit/process/confine.c) */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int
could (int yes)
{
    return yes ? 42 : 0;
}
static void *
nap (void *x)
{
    sleep (20);
    return x;
}
static void *
quick (void *x)
{
    return x;
}
static char stack[65536];
static int
left (void *x)
{
    prctl (PR_SET_NAME, x);
    sleep (20);
    return 0;
}
static int
readable (const char *path)
{
    char c;
    int f = open (path, O_RDONLY);
    return f >= 0 && read (f, &c, 1) == 1;
}
static int
reach (int family, const void *a, socklen_t size)
{
    int s = socket (family, SOCK_STREAM, 0);
    return s >= 0 && !connect (s, a, size);
}
static int
fine (void)
{
    char name[] = "/tmp/x-XXXXXX";
    pthread_t t;
    void *r = 0;
    const char *lc = getenv ("LC_ALL");
    time_t now = time (0);
    FILE *temporary = tmpfile (), *here = fopen ("file", "w");
    char *room = malloc (1000);
    printf ("said %d\n", 7);
    return lc && !strcmp (lc, "C") && now > 1000000000 && temporary && here
           && fputs ("x", here) >= 0 && !fclose (here)
           && !fopen ("missing", "r") && room && mkstemp (name) >= 0
           && !pthread_create (&t, 0, quick, &t) && !pthread_join (t, &r)
           && r == &t && open ("/dev/null", O_RDWR) >= 0;
}
int
main (int n, char **a)
{
    const char *what = a[1], *with = a[2];
    if (!strcmp (what, "fine"))
        return fine () ? 7 : 1;
    if (!strcmp (what, "write"))
        return could (open (with, O_WRONLY | O_CREAT, 0600) >= 0);
    if (!strcmp (what, "read"))
        return could (readable (with));
    if (!strcmp (what, "list"))
        return could (opendir (with) != 0);
    if (!strcmp (what, "own"))
        return could (open ("/program", O_WRONLY) >= 0 || !unlink ("/program"));
    if (!strcmp (what, "libraries"))
        return could (open ("/usr/lib/evil", O_WRONLY | O_CREAT, 0600) >= 0);
    if (!strcmp (what, "tcp")) {
        struct sockaddr_in to = {.sin_family = AF_INET,
                                 .sin_port = htons (atoi (with)),
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
        return could (reach (AF_INET, &to, sizeof to));
    }
    if (!strcmp (what, "abstract")) {
        struct sockaddr_un to = {.sun_family = AF_UNIX};
        strcpy (to.sun_path + 1, with);
        return could (reach (AF_UNIX, &to, sizeof to));
    }
    if (!strcmp (what, "fork")) {
        pid_t p = fork ();
        if (!p)
            _exit (0);
        return could (p > 0);
    }
    if (!strcmp (what, "shell"))
        return could (!system ("true"));
    if (!strcmp (what, "left"))
        return could (
            clone (left, stack + sizeof stack, CLONE_VM | SIGCHLD, a[2]) > 0);
    if (!strcmp (what, "threads")) {
        int made = 0;
        pthread_t t;
        pthread_attr_t small;
        pthread_attr_init (&small);
        pthread_attr_setstacksize (&small, 65536);
        while (made < 64 && !pthread_create (&t, &small, nap, 0))
            made++;
        usleep (500000); /* for root, they are counted from time to time */
        return could (made == 64);
    }
    if (!strcmp (what, "memory")) {
        for (int i = 0; i < 300; i++) {
            char *p = malloc (1 << 20);
            if (!p)
                return 0;
            memset (p, 1, 1 << 20);
            usleep (1000);
        }
        return 42;
    }
    if (!strcmp (what, "endless"))
        for (;;)
            ;
    if (!strcmp (what, "asleep"))
        for (;;)
            pause ();
    if (!strcmp (what, "large")) {
        static char block[4096];
        int f = open ("large", O_WRONLY | O_CREAT, 0600);
        for (int i = 0; i < 1000; i++)
            if (write (f, block, sizeof block) < 0)
                return 0;
        return 42;
    }
    if (!strcmp (what, "kill")) {
        int parent = getppid (), killed = !kill (parent, SIGKILL);
        sleep (1);
        return could (killed && getppid () != parent);
    }
    if (!strcmp (what, "signal"))
        return could (!kill (atoi (with), 0));
    if (!strcmp (what, "trace"))
        return could (!ptrace (PTRACE_ATTACH, getppid (), 0, 0));
    if (!strcmp (what, "look")) {
        char path[64];
        snprintf (path, sizeof path, "/proc/%d/environ", getppid ());
        return could (readable (path));
    }
    if (!strcmp (what, "mount"))
        return could (!unshare (CLONE_NEWUSER | CLONE_NEWNS)
                      || !mount ("x", "/tmp", "tmpfs", 0, 0));
    if (!strcmp (what, "host")) {
        char name[100];
        gethostname (name, 100);
        return could (!strcmp (name, with));
    }
    return 1;
}
