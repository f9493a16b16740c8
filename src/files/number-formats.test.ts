import { describe, expect, it } from 'vitest'
import { shownNumber } from './number-formats.ts'

const accounting = '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'
const lakhs = '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0'
const byBalance = '#,##0.00" Dr";#,##0.00" Cr";"nil"'

describe('a number in a cell', () => {
  it.each([
    [0.5, '0%', '50%'],
    [0.125, '0.0%', '12.5%'],
    [0.07, '0.00%', '7%'],
    [-0.5, '0%;-0%', '-50%'],
    [0.5, '# %', '50 %'],
    [42, '00000', '00042'],
    [3001234567, '0000-0000000', '0300-1234567'],
    [3001234567, '0000"-"0000000', '0300-1234567'],
    [3520212345671, '00000\\-0000000\\-0', '35202-1234567-1'],
    [3001234567, '[<=9999999]###-####;(###) ###-####', '(300) 123-4567'],
    [42, '"R-"000', 'R-042'],
    [42, '"R-"General', 'R-42'],
    [324, '0-00', '3-24'],
    [500, '#,##0" Cr"', '500 Cr'],
    [500, byBalance, '500 Dr'],
    [-500.5, byBalance, '500.5 Cr'],
    [0, byBalance, 'nil'],
    [0, '0;-0;;@', ''],
    [0, '#,###', ''],
    [125_000, lakhs, '1,25,000'],
    [500, '(0)', '-500'],
    [500, '-0', '-500'],
    [1, '[=1]"M";[=2]"F";General', 'M'],
    [2, '[=1]"M";[=2]"F";General', 'F'],
    [1, '"Paid"', 'Paid'],
    [0.520_833_333, 'h:mm', '12:30'],
    [1.5, '[h]:mm:ss', '36:00:00'],
  ])('%d in the format %s is read as %j', (value, format, shown) => {
    expect(shownNumber(format, value)).toBe(shown)
  })

  it.each([
    [-500, '0;0', '500 (held as -500)'],
    [562.5, '#,##0', '562.5 (shown as 563)'],
    [4500.125, '0.00', '4500.125 (shown as 4500.13)'],
    [5000, '#,##0,', '5000 (shown in thousands)'],
    [5000, '0.0,"k"', '5000 (shown in thousands)'],
    [5, ';;;', '(hidden) 5'],
  ])('%d in the format %s shows another number, so it is read as text: %s', (value, format, shown) => {
    expect(shownNumber(format, value)).toBe(shown)
  })

  it.each([
    [4500.5, 'General'],
    [4500.5, '#,##0.0'],
    [4500, '#,##0'],
    [0, accounting],
    [0, '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-'],
    [4500.5, '"Rs." #,##0.00'],
    [4500, '[$Rs-420] #,##0'],
    [4500, '0"/-"'],
    [4500, lakhs],
    [4500, accounting],
    [-4500, accounting],
    [-500, '#,##0;-#,##0'],
    [-500, '#,##0;[Red]#,##0'],
    [-500, '$#,##0_);[Red]($#,##0)'],
    [12, '@'],
    [3520212345671, '0.00E+00'],
    [0.5, '# ?/?'],
    [42107, 'dd/mm/yyyy'],
    [45352, 'mmm-yy'],
    [42107, '[$-409]d\\-mmm\\-yy;@'],
    [3, '[=1]"M";[=2]"F";General'],
  ])('%d in the format %s is read as it is', (value, format) => {
    expect(shownNumber(format, value)).toBeNull()
  })
})
