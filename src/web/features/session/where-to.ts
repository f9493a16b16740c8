/**
 * The page on which a session was lost or from which a user was sent away, else the dashboard (spec 2.routes.login,
 * decisions 5.session.lost).
 */
export function whereTo(state: unknown, userId: string): string {
  // The next user of this PC does not see where the one before was.
  if (typeof state === 'object' && state !== null && 'of' in state && state.of !== userId) return '/dashboard'
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/') ? from : '/dashboard'
}
