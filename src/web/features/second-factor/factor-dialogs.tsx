import { Group, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { addPasskey, beginPasskey, setUpApp } from '#contract/second-factor.ts'
import { formatInstant } from '#domain/calendar.ts'
import { recoveryCodeCount, recoveryCodeGroups } from '#domain/second-factor.ts'
import { call } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { Paper } from '#web/kit/papers/paper.tsx'
import { makePasskey } from '#web/kit/passkeys.ts'
import { randomGroups, randomLetters } from '#web/kit/random-letters.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { SecretText, ShownOnce } from '#web/ui/shown-once.tsx'
import { Loading } from '#web/ui/states.tsx'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }))

interface FactorDialogProps {
  /** True if the user has no second factor yet; the first comes with recovery codes. */
  readonly isFirst: boolean
  readonly showCodes: (codes: readonly string[]) => void
  readonly close: () => void
}

/** Returns the codes to send, and the end of the dialog, which shows these codes or else a message. */
function useFirstCodes({ isFirst, showCodes, close }: FactorDialogProps) {
  const alert = useAlert()
  // Kept until they are sent, so that a repeat after a lost connection is the same act.
  const [recoveryCodes] = useState(makeRecoveryCodes)
  async function finish(...message: Parameters<typeof alert>) {
    close()
    if (isFirst) showCodes(recoveryCodes)
    else await alert(...message)
  }
  return { sentCodes: isFirst ? { recoveryCodes } : {}, finish }
}

/** Sets up an authenticator app, which replaces a former app: the user scans, then types its code. */
export function AppDialog(props: FactorDialogProps) {
  const { sentCodes, finish } = useFirstCodes(props)
  const { userId, school } = useStaff()
  const [secret] = useState(makeAppSecret)
  const form = useSendForm({
    endpoint: setUpApp,
    initial: () => ({ code: '' }),
    check: ({ code }) => ({
      ...(!/^\s*\d{3}\s?\d{3}\s*$/.test(code) && { code: 'Enter the 6 digits that the app shows' }),
    }),
    sent: (typed) => ({ body: { ...typed, secret, ...sentCodes } }),
    done: ({ msg }) => finish(msg, { detail: 'The app of before no longer works.' }),
  })
  return (
    <FormDialog title="Set up the authenticator app" confirmLabel="Set up" form={form} close={props.close}>
      <Text>
        Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
      </Text>
      <Group justify="center">
        <Suspense fallback={<Loading label="Drawing the code" />}>
          <QrCode text={appAddress(school.name, userId, secret)} label="QR code for the authenticator app" />
        </Suspense>
      </Group>
      <div>
        <Text>Or type this secret into the app:</Text>
        <SecretText secrets={[inGroups(secret)]} />
      </div>
      <TextInput
        {...form.field('code')}
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        w={220}
        data-autofocus
        withAsterisk
        aria-required
      />
    </FormDialog>
  )
}

/** Asks for a name; then the browser asks for the authenticator. */
export function PasskeyDialog(props: FactorDialogProps) {
  const { sentCodes, finish } = useFirstCodes(props)
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function made() {
    try {
      const passkey = await makePasskey(await call(beginPasskey))
      if (passkey) return passkey
      await alert('No passkey was made', {
        detail: 'It was cancelled, or this authenticator has a passkey of yours already.',
      })
    } catch (error) {
      await tellFailure(error)
    }
    return null
  }

  const form = useSendForm({
    endpoint: addPasskey,
    initial: () => ({ name: '' }),
    check: ({ name }) => ({ ...(name.trim() === '' && { name: 'Enter a name, such as My phone' }) }),
    async sent(typed) {
      const passkey = await made()
      return passkey && { body: { ...typed, passkey, ...sentCodes } }
    },
    done: ({ msg }) => finish(msg),
  })
  return (
    <FormDialog title="Add a passkey" confirmLabel="Add" form={form} close={props.close}>
      <Text>
        The browser then asks for a fingerprint, a face, a PIN or a security key. The passkey works at this
        address only.
      </Text>
      <TextInput
        {...form.field('name')}
        label="Name"
        description="By which you will know it, such as My phone"
        maxLength={60}
        autoComplete="off"
        data-autofocus
        withAsterisk
        aria-required
      />
    </FormDialog>
  )
}

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

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly close: () => void }

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

function CodeSheet({ codes }: { readonly codes: readonly string[] }) {
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
