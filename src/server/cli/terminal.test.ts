import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { terminal } from './terminal.ts'

/** Returns a keyboard, and a function that reads the screen. */
function keyboard() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const screen = new PassThrough()
  const { readPassword } = terminal({ input, output: screen, errors: screen })
  return { input, readPassword, seen: () => String(screen.read() ?? '') }
}

test('the terminal asks for a password twice and never shows it', async () => {
  covers('decisions 1.command-line.user')

  const { input, readPassword, seen } = keyboard()
  const password = readPassword()
  input.write('a long password\r')
  input.write('a long password\r')
  expect(await password).toBe('a long password')
  expect(seen()).toBe('Password: \nThe same again: \n')
})

test('two different passwords are refused', async () => {
  const { input, readPassword } = keyboard()
  const password = readPassword()
  input.write('a long password\r')
  input.write('a long passw0rd\r')
  await expect(password).rejects.toThrow('The two passwords are not the same')
})

test('Control-C at the question ends the command without a password', async () => {
  const { input, readPassword } = keyboard()
  const password = readPassword()
  input.write('\u0003')
  await expect(password).rejects.toThrow('No password was given')
})
