import { verify } from '@node-rs/argon2'
import { connect } from '#bench/http-connection.ts'
import { alternate, timed, timesLimit } from '#bench/measurement.ts'
import { dashboard, signIn } from '#bench/requests.ts'
import { password } from '#bench/school-data.ts'
import type { Measure } from '#bench/site.ts'
import { Passwords } from '#server/auth/password.ts'

/** Goal 1: sign-in and the dashboard's data over two connections, compared with verifying the password alone. */
export const signInRows: Measure = {
  goals: [1],
  async measure({ cluster, portal, school, today }, report) {
    const campus = school.firstCampus
    const connections = [connect(portal.url), connect(portal.url)] as const
    let device = ''
    const openDashboard = async () => {
      const { headers, ...request } = signIn(campus)
      const { status, cookie } = await connections[0]({ ...request, headers: { ...headers, cookie: device } })
      // The device cookie, which a browser keeps after signing out.
      device = cookie.split('; ').find((each) => each.startsWith('device=')) ?? ''
      const requests = dashboard(campus, today).map(({ path }, n) =>
        connections[n === 0 ? 0 : 1]({ path, headers: { ...signIn(campus).headers, cookie } }),
      )
      const statuses = [status, ...(await Promise.all(requests)).map((reply) => reply.status)]
      if (statuses.some((each) => each !== 200)) throw new Error(`Sign-in: ${statuses.join(', ')}`)
    }
    const hash = await new Passwords().hash(password)
    const ours = () => timed(openDashboard)
    const times = await alternate(ours, () => timed(() => verify(hash, password)), { warmUps: 5, runs: 31 })
    const statements = await cluster.countStatements(openDashboard)
    const what = "sign-in and the first screen's data"
    report({ row: '1', what, ...timesLimit(times, 2), statements, note: 'three requests' })
  },
}
