/** Several failed addresses of one host arrive as one error without a message of its own. */
export const errorMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)
