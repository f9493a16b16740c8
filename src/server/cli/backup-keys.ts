// The two keys of encrypted backups. The server's key encrypts and signs them but cannot open them; the operator's key
// is kept away from the server, opens them and verifies the signature (docs/decisions/0055-encrypted-backups.md).

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { CommandError } from './terminal.ts'

/** The key in the file of BACKUP_KEY. */
export interface ServerKey {
  /** The age recipient that backups are encrypted to. */
  readonly recipient: string
  /** An Ed25519 key. */
  readonly signingKey: KeyObject
}

/** The key in the file of `restore --key`. */
export interface OperatorKey {
  /** The age identity that opens the backups. */
  readonly identity: string
  readonly verifyingKey: KeyObject
}

const recipientLine = /^age1[0-9a-z]+$/m
const signingLine = /^sign ([A-Za-z0-9+/=]+)$/m
const identityLine = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m
const verifyingLine = /^# signed by ([A-Za-z0-9+/=]+)$/m

/** Makes the texts of two key files. The operator's file is also an identity file of the program age. */
export async function makeBackupKeys(): Promise<{ readonly server: string; readonly operator: string }> {
  const identity = await generateX25519Identity()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signing = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const verifying = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    server: [
      '# Encrypts and signs the backups of the portal. Stays on the server, readable by its user only.',
      await identityToRecipient(identity),
      `sign ${signing}`,
      '',
    ].join('\n'),
    operator: [
      '# Opens the backups of the portal. Without this file they cannot be restored: keep copies of it, none on the server.',
      `# signed by ${verifying}`,
      identity,
      '',
    ].join('\n'),
  }
}

const noKey = (path: string, what: string) =>
  new CommandError(`"${path}" is not ${what} that make-backup-keys wrote`)

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`The key file "${path}" cannot be read`, { cause: error })
  }
}

function keyFrom(text: string | undefined, read: (der: Buffer) => KeyObject): KeyObject | null {
  try {
    return text === undefined ? null : read(Buffer.from(text, 'base64'))
  } catch {
    return null
  }
}

/** Throws CommandError if the file is not a server's key, or if other users can read it. */
export function readServerKey(path: string): ServerKey {
  const text = readKeyFile(path)
  const recipient = recipientLine.exec(text)?.[0]
  const signingKey = keyFrom(signingLine.exec(text)?.[1], (key) =>
    createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  )
  if (recipient === undefined || !signingKey) throw noKey(path, 'the key file of a server')
  // Windows does not have these file modes.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new CommandError(`Other users can read the key file "${path}": chmod 600 "${path}"`)
  }
  return { recipient, signingKey }
}

/** Throws CommandError if the file is not an operator's key. */
export function readOperatorKey(path: string): OperatorKey {
  const text = readKeyFile(path)
  const identity = identityLine.exec(text)?.[0]
  const verifyingKey = keyFrom(verifyingLine.exec(text)?.[1], (key) =>
    createPublicKey({ key, format: 'der', type: 'spki' }),
  )
  if (identity === undefined || !verifyingKey) throw noKey(path, 'the key file of an operator')
  return { identity, verifyingKey }
}

/** Returns the text to sign; the checksum covers the backup's time and every row. */
const signedText = (sha256: string): Buffer => Buffer.from(`school-portal backup ${sha256}`)

/** Returns the signature of a backup with this checksum, in base64. */
export const signBackup = (sha256: string, { signingKey }: ServerKey): string =>
  sign(null, signedText(sha256), signingKey).toString('base64')

export const isSigned = (sha256: string, signature: string, { verifyingKey }: OperatorKey): boolean =>
  verify(null, signedText(sha256), verifyingKey, Buffer.from(signature, 'base64'))
