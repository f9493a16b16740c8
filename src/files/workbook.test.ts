import { describe, expect, it } from 'vitest'
import { readableXml } from './workbook.ts'

const inSheet = (cells: string) => readableXml('xl/worksheets/sheet1.xml', `<row r="2">${cells}</row>`)
const inList = (inside: string) => readableXml('xl/workbook.xml', `<workbook>${inside}</workbook>`)

describe('the cells of a sheet', () => {
  it('have errors as texts', () => {
    expect(inSheet('<c r="A2" s="1" t="e"><f>1/0</f><v>#DIV/0!</v></c>')).toContain(
      '<c r="A2" s="1" t="str"><f>1/0</f><v>#DIV/0!</v></c>',
    )
  })

  it.each([
    ['<c r="A2" s="1"><f>B2*3</f></c>', '#FORMULA! =B2*3'],
    ['<c r="A2" s="1"><f aca="false">B2*3</f><v></v></c>', '#FORMULA! =B2*3'],
    ['<c r="A2" t="str"><f>B2&amp;C2</f></c>', '#FORMULA! =B2&amp;C2'],
    ['<c r="A2"><f t="shared" si="0"/><v/></c>', '#FORMULA! =?'],
  ])('have a formula without its result as text: %s', (cell, text) => {
    const known = inSheet(`<c r="@"/>${cell}<c r="B2"><v>1</v></c>`)
    expect(known).toBe(
      `<row r="2"><c r="@"/><c r="A2" t="str"><v>${text}</v></c><c r="B2"><v>1</v></c></row>`,
    )
  })

  it('with prefixed tags are known too', () => {
    expect(inSheet('<x:c r="A2"><x:f>B2</x:f></x:c>')).toContain('<x:v>#FORMULA! =B2</x:v>')
  })

  it.each([
    '<c r="A2"><f>B2*3</f><v>0</v></c>',
    '<c r="A2" t="str"><f>IF(B2,"","")</f><v></v></c>',
    '<c r="A2" s="4"/><c r="B2"><v>7</v></c>',
    '<c r="A2" t="inlineStr"><is><t>t="e"</t></is></c>',
  ])('stay as they are otherwise: %s', (cell) => {
    expect(inSheet(cell)).toBe(`<row r="2">${cell}</row>`)
  })
})

describe('the list of sheets', () => {
  it('counts days from 1904 however that is written', () => {
    expect(inList('<workbookPr date1904="true"/>')).toContain('date1904="1"')
    expect(inList('<workbookPr date1904="false"/>')).toContain('date1904="false"')
  })

  it('has the sheets that are seen, and all where none is', () => {
    const [first, second] = ['<sheet name="A" state="hidden"/>', '<sheet name="B" state="visible"/>']
    expect(inList(`<sheets>${first}${second}</sheets>`)).toBe(
      `<workbook><sheets>${second}</sheets></workbook>`,
    )
    expect(inList(`<sheets>${first}</sheets>`)).toContain(first)
  })
})
