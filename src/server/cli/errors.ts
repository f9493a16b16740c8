/** The exit code is 2. */
export class UsageError extends Error {}

/** The exit code is 1. */
export class CommandError extends Error {}
