/** Thrown for an incorrect command line; the exit code is 2. */
export class UsageError extends Error {}

/** Thrown if a command cannot be done; the exit code is 1. */
export class CommandError extends Error {}
