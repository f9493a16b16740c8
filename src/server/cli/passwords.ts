import { shortestPassword } from '#domain/roles.ts'
import { hashPassword } from '#server/auth/password.ts'
import { randomInt } from 'node:crypto'
import type { CommandCall, Option } from './command.ts'
import { CannotDo } from './problems.ts'

export const generateOption: Option = {
  name: 'generate',
  does: 'make a password and show it once, instead of reading one',
}

const longest = 500

// Without letters that are taken for each other when read aloud or copied by hand.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = (): string =>
  Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('')

/** About a hundred bits, in four groups of five. */
function generatePassword(): string {
  return Array.from({ length: 4 }, group).join('-')
}

export interface NewPassword {
  readonly hash: string
  /** The password, where the one who runs the command does not know it yet. */
  readonly generated: string | null
}

/** A password that was typed, piped in or made; it is never part of the command. */
export async function newPassword({ has, terminal }: CommandCall): Promise<NewPassword> {
  const generated = has('generate') ? generatePassword() : null
  const password = generated ?? (await terminal.readPassword())
  const length = Array.from(password).length
  if (length < shortestPassword) {
    throw new CannotDo(`A password has at least ${shortestPassword} characters`)
  }
  if (password.length > longest) throw new CannotDo(`A password has at most ${longest} characters`)
  return { hash: await hashPassword(password), generated }
}

/** Shows a made password, this once. */
export function tellGenerated({ terminal }: CommandCall, { generated }: NewPassword): void {
  if (generated) terminal.say(`Password: ${generated} (shown only now)`)
}
