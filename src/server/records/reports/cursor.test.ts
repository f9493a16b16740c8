import { sql, type KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { openSchool } from '#test/school.ts'
import { fetchTextChunks } from './read-list.ts'

/** A batch of the driver, and the number of rows that it had at first. */
interface Batch {
  readonly rows: readonly unknown[]
  readonly count: number
}

it('empties each result of the driver after its rows are read', async () => {
  const batches: Batch[] = []
  const recordBatches: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      if (result.rows.length > 0) batches.push({ rows: result.rows, count: result.rows.length })
      return Promise.resolve(result)
    },
  }
  await using school = await openSchool()
  const query = sql<{
    text: string
  }>`select lpad(n::text, 500, '0') as text from generate_series(1, 1000) n order by n`
  const texts: string[] = []
  await school.db.transaction().execute(async (trx) => {
    // Rows left in a result keep later results in memory (docs/decisions/0062-encodings-of-reports.md).
    for await (const chunk of fetchTextChunks(trx.withPlugin(recordBatches), query)) {
      texts.push(...chunk)
      expect(batches.slice(0, -2).filter(({ rows }) => rows.length > 0)).toEqual([])
    }
  })
  expect(texts).toEqual(Array.from({ length: 1000 }, (_, n) => String(n + 1).padStart(500, '0')))
  expect(batches.length).toBeGreaterThan(3)
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  expect(batches.filter(({ rows }) => rows.length > 0)).toEqual([])
})
