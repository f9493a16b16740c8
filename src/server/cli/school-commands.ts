import type { Command, CommandCall } from './command.ts'
import { nameFrom } from './words.ts'

async function setSchool({ db, words, terminal }: CommandCall): Promise<void> {
  const [first = '', second = ''] = words
  const name = nameFrom("The school's name", first)
  const taxNumber = nameFrom('The tax number', second)
  const school = { name, tax_number: taxNumber }
  await db
    .insertInto('school')
    .values(school)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(school))
    .execute()
  terminal.say(`The school is ${name}, tax number ${taxNumber}`)
}

export const schoolCommands: readonly Command[] = [
  {
    name: 'school set',
    takes: ['NAME', 'TAX_NUMBER'],
    options: [],
    does: 'set the name and tax number that header and vouchers show',
    run: setSchool,
  },
]
