/** The page on which a session was lost, else the dashboard (spec 2.routes.login, decisions 5.session.lost). */
export function whereTo(state: unknown, userId: string): string {
  // The next user of this PC must not see the last page of the previous user.
  if (typeof state === 'object' && state !== null && 'of' in state && state.of !== userId) return '/dashboard'
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/') ? from : '/dashboard'
}
