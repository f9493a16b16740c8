import { readFileSync } from 'node:fs'

/** A register of three children, as another program saved it. */
interface RegisterFile {
  readonly name: string
  /** The headings, and the rows with their numbers in the file. */
  readonly headings: readonly string[]
  readonly rows: readonly { readonly rowNo: number; readonly cells: readonly string[] }[]
}

const headings = [
  'Roll No',
  'Student Name',
  'ولدیت',
  'D.O.B',
  'Class',
  'Monthly Fee',
  'Balance',
  'Father Phone',
]

interface Differences {
  readonly firstRow: number
  readonly dates: readonly string[]
  readonly balances: readonly string[]
}

const rowsOf = ({ firstRow, dates, balances }: Differences) =>
  [
    ['3001', 'Ayesha Khan', 'کامران خان', dates[0], '5', '4500', balances[0], '3001234567'],
    ['3002', 'Bilal Ahmed', 'گلزار احمد', dates[1], 'Prep', '4500.5', balances[1], '0300-7654321'],
    ['3003', 'Hamza Tariq', 'محمود ڈار', dates[2], '10', '5000', balances[2], '3331234567'],
  ].map((cells, index) => ({ rowNo: firstRow + index, cells: cells.map((cell) => cell ?? '') }))

const isoDates = ['2015-04-13', '2014-12-01', '2016-02-29']

/** Files in `test/files`, saved by the program in the name, with a fee as currency, a phone as number, and an error. */
export const registerFiles: readonly RegisterFile[] = [
  {
    // LibreOffice 7.4, with the 1904 date system: a hidden first sheet, a title in merged cells, hidden column and row.
    name: 'register-libreoffice.xlsx',
    headings,
    rows: rowsOf({ firstRow: 4, dates: isoDates, balances: ['9000', '0', '#DIV/0!'] }),
  },
  {
    // openpyxl 3.0: the same sheets with texts in the cells, and formulas without results.
    name: 'register-openpyxl.xlsx',
    headings,
    rows: rowsOf({
      firstRow: 4,
      dates: isoDates,
      balances: ['#FORMULA! =F4*2', '#FORMULA! =F5-F5', '#FORMULA! =1/0'],
    }),
  },
  {
    // LibreOffice 7.4, with semicolons, in Windows-1256, which has no letter for the Urdu ye.
    name: 'register-libreoffice.csv',
    headings: headings.map((heading) => heading.replace('ی', '?')),
    rows: rowsOf({
      firstRow: 2,
      dates: ['04/13/2015', '12/01/2014', '02/29/2016'],
      balances: ['9000', '0', '#DIV/0!'],
    }),
  },
]

const registerPath = (name: string): string => `test/files/${name}`

export const registerBytes = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(registerPath(name)))
