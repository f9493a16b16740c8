import { formatInstant } from '#domain/calendar.ts'
import { recoveryCodeCount, recoveryCodeGroups } from '#domain/second-factor.ts'
import { useStaff } from '#web/api/session.ts'
import { randomGroups } from '#web/kit/random-letters.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { useFocusInside } from '#web/ui/focus-inside.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Button, FocusTrap, Group, Overlay, Paper, Portal, Text, Title } from '@mantine/core'
import { useCallback, useId, useRef, useState } from 'react'
import './recovery-codes.css'

/** Ten new recovery codes. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => randomGroups(recoveryCodeGroups))

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

/** The one time that recovery codes are shown: only its button closes it, so that no key pressed by habit loses them. */
export function RecoveryCodes(props: RecoveryCodesProps) {
  const [isPrinting, setPrinting] = useState(false)
  if (isPrinting) return <PrintedCodes codes={props.codes} onDone={() => setPrinting(false)} />
  return (
    <Portal>
      <Overlay fixed center zIndex={400} backgroundOpacity={0.45}>
        <FocusTrap>
          <div>
            <Codes {...props} print={() => setPrinting(true)} />
          </div>
        </FocusTrap>
      </Overlay>
    </Portal>
  )
}

const copiedWords = new Map([
  [true, 'Copied'],
  [false, 'Copying failed. Please print them or write them down.'],
])

function Codes({ codes, close, print }: RecoveryCodesProps & { readonly print: () => void }) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  useFocusInside(container)
  const copy = async () => {
    if (shown.current) setCopied(await copyText(shown.current))
  }
  return (
    <Paper
      ref={container}
      role="alertdialog"
      aria-modal
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      className="alert-dialog"
      withBorder
      shadow="md"
      p="lg"
    >
      <Title order={2} id={`${id}-title`}>
        Your recovery codes
      </Title>
      <Text id={`${id}-message`} mt="xs">
        Each signs you in once if you lose your phone or key. Print them or write them down now, and keep them
        away from this computer: they are not shown again.
      </Text>
      <pre ref={shown} className="recovery-codes" translate="no">
        {codes.join('\n')}
      </pre>
      <Text role="status" size="xs" c="dimmed" mih={20}>
        {copied !== null && copiedWords.get(copied)}
      </Text>
      <Group justify="flex-end" gap="sm" mt="sm">
        <Button variant="default" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" onClick={print}>
          Print
        </Button>
        <Button onClick={close}>Done</Button>
      </Group>
    </Paper>
  )
}

interface PrintedCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes on paper, with whose they are. */
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
