/** Why a connection failed, in words; several failed addresses of one host come as one error without a message. */
export const errorMessage = (problem: unknown): string =>
  problem instanceof AggregateError
    ? problem.errors.map(errorMessage).join(', ')
    : problem instanceof Error
      ? problem.message
      : String(problem)
