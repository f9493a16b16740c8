import { describe, expect, it } from 'vitest'
import { attachmentHeader } from './streamed-reply.ts'

const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(header)?.[1] ?? '')

describe('the name of a saved file', () => {
  it('appears in the header in ASCII, and in UTF-8 for any language', () => {
    expect(attachmentHeader('Fee record, Main Campus, 2026-11-01 to 2026-11-30.xlsx')).toBe(
      'attachment; filename="Fee record, Main Campus, 2026-11-01 to 2026-11-30.xlsx"; ' +
        "filename*=UTF-8''Fee%20record%2C%20Main%20Campus%2C%202026-11-01%20to%202026-11-30.xlsx",
    )
    const urdu = attachmentHeader("مین کیمپس (O'Hara*).csv")
    expect(urdu).toMatch(/^[ -~]+$/)
    expect(urdu).toContain('filename="___ _____ (O\'Hara-).csv"')
    expect(urdu).toContain('%28O%27Hara-%29.csv')
    expect(nameIn(urdu)).toBe("مین کیمپس (O'Hara-).csv")
  })

  it('contains no character that separates paths, ends the header or reverses the text', () => {
    const header = attachmentHeader('..\\a/b:c"d\r\nSet-Cookie: x\u0000\u202excsv.exe\ud800.csv')
    expect(header).not.toMatch(/[^ -~]/)
    expect(nameIn(header)).toBe('..-a-b-c-d--Set-Cookie- x--xcsv.exe-.csv')
  })
})
