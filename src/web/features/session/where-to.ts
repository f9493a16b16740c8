/** Where a lost session ended or a user was sent away from, else the dashboard (spec 2.routes.login, decisions 5.session.lost). */
export function whereTo(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/') ? from : '/dashboard'
}
