import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { commonPasswordWords, isCloseToCommon, passwordError, shortestPassword } from './password.ts'

const owner = { userId: 'amna.t@hill.pk', name: 'Amna Tariq Ali', school: 'Green Valley School' }
const common = new Set(['password', 'sunshine', 'qwertyuiop', '1234567890', 'password1234', 'p@ssw0rd'])
const isCommon = (text: string): boolean => common.has(text)
const errorOf = (password: string) => passwordError(password, owner, isCommon)

const nameWords = (word: string) => `Has “${word}” in it, from the user's name or user id. Choose another.`
const schoolWords = "Words of the school's name do not count: at least 12 other characters"

it.each([
  ['a good one', 'three blue kettles', null],
  ['exactly twelve characters', 'x7#mq2!tk9wz', null],
  ['eleven', 'x7#mq2!tk9w', 'At least 12 characters'],
  ['too long', 'kettle '.repeat(29), 'At most 200 characters'],
  ['a common one', 'password1234', commonPasswordWords],
  ['a common one in capitals', 'PASSWORD1234', commonPasswordWords],
  ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ1234', commonPasswordWords],
  ['a common one with digits behind', 'Sunshine2026', commonPasswordWords],
  ['a common one between digits and signs', '!!26-sunshine-26!!', commonPasswordWords],
  ['a common one with signs for letters', '**P@ssw0rd**', commonPasswordWords],
  ['a common one repeated', 'sunshinesunshine', commonPasswordWords],
  ['a common one repeated in part', '123456789012', commonPasswordWords],
  ['one character', 'aaaaaaaaaaaa', commonPasswordWords],
  ['three characters again and again', 'abcabcabcabca', commonPasswordWords],
  ['a common word among others', 'sunshine over the hill', null],
  ['the user id before @', 'my amna.t likes tea', nameWords('amna.t')],
  ['a name in another case', 'blue TARIQ kettle', nameWords('tariq')],
  ['a short name', 'alibi kettle blue', null],
  ['the name of the school', 'green valley school 4 all of us', schoolWords],
  ['little but words of the school', 'School-Valley-2026', schoolWords],
  ['a word of the school among others', 'evergreen tree on a hill', null],
])('judges %s', (_, password, error) => {
  covers('security accounts.passwords')
  expect(errorOf(password)).toBe(error)
})

it('never accepts less than twelve characters or a word of the name, whatever is around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: shortestPassword - 1 }), (short) => {
      expect(errorOf(short)).not.toBeNull()
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      expect(errorOf(`${before} TaRiQ ${after}`)).not.toBeNull()
    }),
  )
})

it('finds a common password between any digits and signs', () => {
  const around = fc.string({ unit: fc.constantFrom('0', '1', '2', '6', '9', '!', '-', '_', ' ', '.', '#') })
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(isCloseToCommon(`${before}sunshine${after}`, isCommon)).toBe(true)
    }),
  )
})
