/** The command was not written as it must be; ends with 2. */
export class WrongCommand extends Error {}

/** The command cannot be done; ends with 1. */
export class CannotDo extends Error {}
