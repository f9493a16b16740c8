import { readTable } from '#domain/import-table.ts'
import { registerFiles, registerPath } from '#test/register-files.ts'
import { expect, test } from 'vitest'
import { readTableFile } from './read-table-file.ts'

test.each(registerFiles)('reads $name as its program saved it', async ({ name, headings, rows }) => {
  expect(readTable(await readTableFile(registerPath(name)))).toMatchObject({ ok: true, headings, rows })
})
