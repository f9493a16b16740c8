import type { Measure, Site } from '#bench/bench.ts'
import type { Request } from '#bench/client.ts'
import { median, repeat, sideBySide } from '#bench/figures.ts'
import { netReceivables, wholeStudentList } from '#bench/jobs.ts'
import { queries, written, type QueryName } from '#bench/queries.ts'
import { timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'

const times = { warmUps: 3, runs: 15 }

interface List {
  readonly row: string
  readonly what: string
  readonly request: Request
  /** The same list in the same shape. */
  readonly limit: QueryName
  /** Another shape of it, told beside. */
  readonly other: { readonly query: QueryName; readonly words: string }
}

async function measureList(site: Site, { row, what, request, limit, other }: List) {
  const [campus = ''] = site.school.campusNames
  const desk = await site.portal.sit(campus)
  const bare = async (query: QueryName) => (await site.bare.ask(written(queries[query], [campus]))).ms
  let bytes = 0
  const ours = async () => {
    const answer = await desk.ask(request)
    bytes = answer.bytes
    return answer.ms
  }
  const { result: taken, peak } = await site.portal.peakDuring(() =>
    sideBySide(ours, () => bare(limit), times),
  )
  const beside = median(await repeat(() => bare(other.query), times))
  const statements = (await statementsDuring(site.cluster, ours))?.length
  const note = `${other.words} in PostgreSQL: ${beside.toFixed(1)} ms`
  return timesLimit({ row, what, bytes, statements, memory: peak, note }, taken, 2)
}

/** Jobs 3 and 7: every student of a campus with balance, and every voucher still to be paid. */
export const listRows: Measure = {
  numbers: [3, 7],
  async measure(site, tell) {
    const [campus = ''] = site.school.campusNames
    const count = site.school.students.toLocaleString('en')
    const lists: readonly List[] = [
      {
        row: '3',
        what: `student list of ${count} with balances`,
        request: wholeStudentList(campus),
        limit: 'studentList',
        other: { query: 'studentListRows', words: 'the same columns as lists' },
      },
      {
        row: '7a',
        what: `net receivables of ${count}, as the page asks`,
        request: netReceivables(campus, 'rows'),
        limit: 'receivableRows',
        other: { query: 'receivables', words: 'as objects' },
      },
      {
        row: '7b',
        what: `net receivables of ${count}, the specified shape`,
        request: netReceivables(campus, 'objects'),
        limit: 'receivables',
        other: { query: 'receivableRows', words: 'as lists' },
      },
    ]
    for (const list of lists) tell(await measureList(site, list))
  },
}
