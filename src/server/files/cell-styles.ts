// Styles by name (ECMA-376 part 1, 18.8).

const numberFormats = { general: 0, amount: 4, text: 49, date: 164 } as const
const fonts = { plain: 0, bold: 1, title: 2 } as const
const borders = { none: 0, above: 1, below: 2 } as const

interface Style {
  readonly format: keyof typeof numberFormats
  readonly font?: keyof typeof fonts
  readonly border?: keyof typeof borders
  readonly alignment?: string
}

const wrapped = 'wrapText="1" vertical="center"'
const total = { font: 'bold', border: 'above' } as const

const styles = {
  number: { format: 'general' },
  // Stays text when a user edits it.
  text: { format: 'text' },
  // Shows 12,500.00 and 12,500.50, so that the decimals align.
  amount: { format: 'amount' },
  date: { format: 'date', alignment: 'horizontal="left"' },
  totalNumber: { format: 'general', ...total },
  totalText: { format: 'text', ...total },
  totalAmount: { format: 'amount', ...total },
  totalDate: { format: 'date', alignment: 'horizontal="left"', ...total },
  title: { format: 'text', font: 'title' },
  heading: { format: 'text', font: 'bold', border: 'below', alignment: wrapped },
  figuresHeading: {
    format: 'text',
    font: 'bold',
    border: 'below',
    alignment: `${wrapped} horizontal="right"`,
  },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof styles

const names: readonly string[] = Object.keys(styles)

export const styled = (name: StyleName): string => ` s="${names.indexOf(name)}"`

const cellFormat = ({ format, font = 'plain', border = 'none', alignment }: Style): string =>
  `<xf xfId="0" fillId="0" numFmtId="${numberFormats[format]}" fontId="${fonts[font]}" borderId="${borders[border]}"` +
  ' applyNumberFormat="1" applyFont="1" applyBorder="1"' +
  (alignment === undefined ? '/>' : ` applyAlignment="1"><alignment ${alignment}/></xf>`)

const list = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`

const font = (size: number, bold = ''): string =>
  `<font>${bold}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`

const line = (side: 'top' | 'bottom', drawn: boolean): string =>
  drawn ? `<${side} style="thin"><color auto="1"/></${side}>` : `<${side}/>`
const border = (above: boolean, below: boolean): string =>
  `<border><left/><right/>${line('top', above)}${line('bottom', below)}<diagonal/></border>`

/** The style sheet of a workbook, without its XML head. */
export const styleSheet = (namespace: string): string =>
  `<styleSheet xmlns="${namespace}">` +
  list('numFmts', [`<numFmt numFmtId="${numberFormats.date}" formatCode="d\\ mmm\\ yyyy"/>`]) +
  list('fonts', [font(11), font(11, '<b/>'), font(14, '<b/>')]) +
  list('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]) +
  list('borders', [border(false, false), border(true, false), border(false, true)]) +
  list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
  list('cellXfs', Object.values(styles).map(cellFormat)) +
  '</styleSheet>'
