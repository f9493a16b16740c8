import { expect, it } from 'vitest'
import { addFeeHead } from '#test/added-fee-head.ts'
import { listFiles, read } from '#test/repository.ts'
import { createTemporaryProject } from '#test/temporary-project.ts'

const table = 'src/domain/fee-heads.ts'
const schema = 'src/server/database/schema.ts'

/** Returns the generated schema after a migration that adds the head's columns. */
const addColumn = (text: string) =>
  text.replaceAll(/^( *)examination_fee: (.*)$/gm, '$&\n$1transport_fee: $2')

it('the code compiles with one more entry in the table of fee heads, without any other change', async () => {
  const sources = listFiles('src').filter(
    (path) => /\.(?:tsx?|mjs|css|json)$/.test(path) && !path.includes('.test.'),
  )
  const files = Object.fromEntries(sources.map((path) => [path, read(path)]))
  const added = { [table]: addFeeHead(read(table)), [schema]: addColumn(read(schema)) }
  using project = createTemporaryProject({ ...files, ...added })
  for (const name of ['domain', 'server', 'web']) expect(await project.compile(name)).toBe('')
})
