import { verify } from '@node-rs/argon2'
import type { Measure, Site } from '#bench/bench.ts'
import { Line } from '#bench/client.ts'
import { password } from '#bench/data-set.ts'
import { sideBySide, timed } from '#bench/figures.ts'
import { firstScreen } from '#bench/jobs.ts'
import { cookieOf, signIn } from '#bench/portal.ts'
import { timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'
import { hashPassword } from '#server/auth/password.ts'

/** Signs in and fetches what the dashboard shows, over two connections as a browser would; milliseconds. */
async function signInToFirstScreen({ today }: Site, campus: string, [one, other]: readonly [Line, Line]) {
  const begun = performance.now()
  const answer = await one.ask(signIn(campus))
  const cookie = cookieOf(answer)
  const asked = firstScreen(campus, today).map((request, n) => {
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip', cookie }
    return (n === 0 ? one : other).ask({ ...request, headers })
  })
  for (const { status } of [answer, ...(await Promise.all(asked))]) {
    if (status !== 200) throw new Error(`Sign-in was answered ${status}`)
  }
  return performance.now() - begun
}

/** Job 1: sign-in and the first usable screen's data, beside the hash alone with the same settings. */
export const signInRows: Measure = {
  numbers: [1],
  async measure(site, tell) {
    const [campus = ''] = site.school.campusNames
    const lines = [await Line.open(site.portal.url), await Line.open(site.portal.url)] as const
    const hash = await hashPassword(password)
    const ours = () => signInToFirstScreen(site, campus, lines)
    const taken = await sideBySide(ours, () => timed(() => verify(hash, password)), { warmUps: 5, runs: 31 })
    const statements = await statementsDuring(site.cluster, ours)
    for (const line of lines) line.close()
    const what = "sign-in and the first screen's data"
    tell(timesLimit({ row: '1', what, statements: statements?.length, note: 'three calls' }, taken, 2))
  },
}
