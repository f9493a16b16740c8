/** Why the personal data of a child are kept; a file of its own, as refusals name them. */
export const erasureObstacles = [
  'Has not left',
  'Left too recently',
  'Balance is not settled',
  'Erased already',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]
