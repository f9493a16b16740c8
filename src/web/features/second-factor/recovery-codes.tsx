import { useCallback, useState } from 'react'
import { formatInstant } from '#domain/calendar.ts'
import { recoveryCodeCount, recoveryCodeGroups } from '#domain/second-factor.ts'
import { useStaff } from '#web/api/session.ts'
import { randomGroups } from '#web/kit/random-letters.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import './recovery-codes.css'

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => randomGroups(recoveryCodeGroups))

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

/** Shows recovery codes once, to copy, print or write down. */
export function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  const [isPrinting, setPrinting] = useState(false)
  if (isPrinting) return <PrintedCodes codes={codes} onDone={() => setPrinting(false)} />
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

interface PrintedCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function PrintedCodes({ codes, onDone }: PrintedCodesProps) {
  const { userId, name, school } = useStaff()
  const [madeAt] = useState(() => new Date())
  const drawPage = useCallback(
    (printed: readonly string[]) => (
      <article className="recovery-sheet">
        <h2 dir="auto">{school.name}</h2>
        <h3>Recovery codes</h3>
        <p>
          <bdi>{name}</bdi>, {userId}. Made {formatInstant(madeAt)}.
        </p>
        <p>
          Each code signs in once in place of the authenticator app or passkey. Keep this sheet locked away.
        </p>
        <pre>{printed.join('\n')}</pre>
      </article>
    ),
    [userId, name, school, madeAt],
  )
  return (
    <PrintPage
      label="Recovery codes"
      items={[codes]}
      paper="A4"
      keyOf={() => 'codes'}
      drawPage={drawPage}
      onDone={onDone}
    />
  )
}
