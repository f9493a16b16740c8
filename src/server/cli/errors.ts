/** The command was not written correctly; the exit code is 2. */
export class UsageError extends Error {}

/** The command cannot be done; the exit code is 1. */
export class CommandError extends Error {}
