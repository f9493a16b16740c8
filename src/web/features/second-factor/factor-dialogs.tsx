import { Group, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renewRecoveryCodes,
  setUpApp,
  turnOffSecondFactor,
  type Passkey,
} from '#contract/second-factor.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { makePasskey } from '#web/kit/passkeys.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { SecretText } from '#web/ui/shown-once.tsx'
import { Loading } from '#web/ui/states.tsx'
import { appAddress, inGroups, makeAppSecret } from './app-secret.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }))

type ShowCodes = (codes: readonly string[]) => void

interface FirstFactorProps {
  /** True if the user has no second factor yet; the first comes with recovery codes. */
  readonly isFirst: boolean
  readonly showCodes: ShowCodes
  readonly close: () => void
}

/** Sets up an authenticator app, which replaces a former app: the user scans, then types its code. */
export function AppDialog({ isFirst, showCodes, close }: FirstFactorProps) {
  const { userId, school } = useStaff()
  const alert = useAlert()
  // Kept until it is set up, so that a repeat after a lost connection is the same act.
  const [secret] = useState(makeAppSecret)
  const [recoveryCodes] = useState(makeRecoveryCodes)
  const form = useSendForm({
    endpoint: setUpApp,
    initial: () => ({ code: '' }),
    check: ({ code }) => ({
      ...(!/^\s*\d{3}\s?\d{3}\s*$/.test(code) && { code: 'Enter the 6 digits that the app shows' }),
    }),
    sent: (typed) => ({ body: { ...typed, secret, ...(isFirst && { recoveryCodes }) } }),
    async done({ msg }) {
      close()
      if (isFirst) showCodes(recoveryCodes)
      else await alert(msg, { detail: 'The app of before no longer works.' })
    },
  })
  return (
    <FormDialog title="Set up the authenticator app" confirmLabel="Set up" form={form} close={close}>
      <Text>
        Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
      </Text>
      <Group justify="center">
        <Suspense fallback={<Loading label="Drawing the code" />}>
          <QrCode
            text={appAddress({ school: school.name, userId, secret })}
            label="QR code for the authenticator app"
          />
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
export function PasskeyDialog({ isFirst, showCodes, close }: FirstFactorProps) {
  const alert = useAlert()
  const tellFailure = useTellFailure()
  const [recoveryCodes] = useState(makeRecoveryCodes)

  async function made() {
    try {
      const passkey = await makePasskey(await call(beginPasskey))
      if (passkey) return passkey
      await alert('No passkey was made', {
        detail: 'It was cancelled, or this authenticator has a passkey of yours already.',
      })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await tellFailure(error)
    }
    return null
  }

  const form = useSendForm({
    endpoint: addPasskey,
    initial: () => ({ name: '' }),
    check: ({ name }) => ({
      ...(name.trim() === '' && { name: 'Enter a name, such as My phone' }),
    }),
    async sent(typed) {
      const passkey = await made()
      return passkey && { body: { ...typed, passkey, ...(isFirst && { recoveryCodes }) } }
    },
    async done({ msg }) {
      close()
      if (isFirst) showCodes(recoveryCodes)
      else await alert(msg)
    },
  })
  return (
    <FormDialog title="Add a passkey" confirmLabel="Add" form={form} close={close}>
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

/** The form of an act that only needs the password; the dialog that asks for it opens automatically. */
const nothingTyped = { initial: () => ({}), check: () => ({}) }

interface RemovePasskeyDialogProps {
  readonly passkey: Passkey
  readonly close: () => void
}

export function RemovePasskeyDialog({ passkey: { credentialId, name }, close }: RemovePasskeyDialogProps) {
  const alert = useAlert()
  const form = useSendForm({
    endpoint: removePasskey,
    ...nothingTyped,
    sent: () => ({ body: { credentialId } }),
    async done({ msg }) {
      close()
      await alert(msg)
    },
  })
  return (
    <FormDialog title="Remove a passkey" confirmLabel="Remove" form={form} close={close}>
      <Text>
        <bdi>{name}</bdi> no longer signs you in. With the last passkey, and no authenticator app, the
        recovery codes end too.
      </Text>
    </FormDialog>
  )
}

export function NewCodesDialog({ showCodes, close }: Pick<FirstFactorProps, 'showCodes' | 'close'>) {
  const [recoveryCodes] = useState(makeRecoveryCodes)
  const form = useSendForm({
    endpoint: renewRecoveryCodes,
    ...nothingTyped,
    sent: () => ({ body: { recoveryCodes } }),
    done() {
      close()
      showCodes(recoveryCodes)
    },
  })
  return (
    <FormDialog title="Make new recovery codes" confirmLabel="Make new codes" form={form} close={close}>
      <Text>The codes that you have now stop working.</Text>
    </FormDialog>
  )
}

export function TurnOffDialog({ close }: Pick<FirstFactorProps, 'close'>) {
  const alert = useAlert()
  const form = useSendForm({
    endpoint: turnOffSecondFactor,
    ...nothingTyped,
    sent: () => ({}),
    async done({ msg }) {
      close()
      await alert(msg, { detail: 'You sign in with the password alone.' })
    },
  })
  return (
    <FormDialog title="Turn off the second factor" confirmLabel="Turn off" form={form} close={close}>
      <Text>
        Your authenticator app, passkeys and recovery codes stop working. Who knows your password can then
        sign in as you.
      </Text>
    </FormDialog>
  )
}
