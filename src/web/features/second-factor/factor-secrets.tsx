import { useState } from 'react'
import { formatInstant } from '#domain/calendar.ts'
import { recoveryCodeCount, recoveryCodeGroups } from '#domain/second-factor.ts'
import { useStaff } from '#web/api/session.ts'
import { Paper } from '#web/kit/papers/paper.tsx'
import { randomGroups, randomLetters } from '#web/kit/random-letters.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { ShownOnce } from '#web/ui/shown-once.tsx'

/** 160 random bits in base32, as authenticator apps require. */
export const makeAppSecret = (): string => randomLetters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32)

/** Groups of four, for typing. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The address in the QR code for an authenticator app; without a colon, which would end the school's name. */
export function appAddress(school: string, userId: string, secret: string): string {
  const issuer = school.replaceAll(':', ' ')
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userId)}`
  // Apps default to six digits every 30 seconds by SHA-1: an address without them is shorter and easier to scan.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => randomGroups(recoveryCodeGroups))

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

/** Shows recovery codes once, to copy, print or write down. */
export function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  const [isPrinting, setPrinting] = useState(false)
  if (isPrinting)
    return (
      <PrintPage
        label="Recovery codes"
        items={[codes]}
        paper="A4 sheets"
        keyOf={() => 'codes'}
        drawPage={drawCodes}
        onDone={() => setPrinting(false)}
      />
    )
  return (
    <ShownOnce
      title="Your recovery codes"
      message="Each signs you in once if you lose your phone or key. Print them or write them down now, and keep them away from this computer: they are not shown again."
      secrets={codes}
      print={() => setPrinting(true)}
      close={close}
    />
  )
}

const drawCodes = (codes: readonly string[]) => <CodeSheet codes={codes} />

function CodeSheet({ codes }: Pick<RecoveryCodesProps, 'codes'>) {
  const { userId, name } = useStaff()
  const [madeAt] = useState(() => new Date())
  return (
    <Paper label="Recovery codes" title="Recovery codes">
      <p>
        <bdi>{name}</bdi>, {userId}. Made {formatInstant(madeAt)}.
      </p>
      <p>
        Each code signs in once in place of the authenticator app or passkey. Keep this sheet locked away.
      </p>
      <pre className="paper-codes">{codes.join('\n')}</pre>
    </Paper>
  )
}
