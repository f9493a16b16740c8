import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainDigits, plainWords } from '#domain/plain-text.ts'
import { reuseTestDatabase, type TestDatabase } from '#test/database.ts'
import { seeded } from '#test/seeded.ts'

const letters = Array.from(
  "aZéÑ ا ي ى ك ة ه ۃ أ آ ؤ ئ ِ ّ 'ʼ’`-–—/.,()#_[]{}~ \u00a0\u00ad\u0640\u200c\u200d\u200f\u2060،؛؟۔٣۴ 59+ﻻ①",
)

describe('the plain words and digits that an import compares', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await reuseTestDatabase()
  })
  afterAll(async () => {
    await database.close()
  })

  it('equal the plain words and digits of the database search', async () => {
    const random = seeded(7)
    const texts = Array.from({ length: 2000 }, () =>
      Array.from({ length: 1 + random.integerBelow(12) }, () => random.pick(letters)).join(''),
    )
    texts.push(
      '+92 300 1234567',
      '0092 (300) 1234567',
      '۰۳۰۰-۱۲۳۴۵۶۷',
      '35202-1234567-1',
      "Father's  NAME",
      'عائشہ خان',
    )
    const { rows } = await sql<{ text: string; words: string; digits: string }>`
      select text, plain_words(text) as words, plain_digits(text) as digits from unnest(${texts}::text[]) text
    `.execute(database.kysely)
    expect(rows).toHaveLength(texts.length)
    expect(rows.map(({ text }) => [plainWords(text), plainDigits(text)])).toEqual(
      rows.map(({ words, digits }) => [words, digits]),
    )
  })
})
