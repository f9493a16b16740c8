import { Group, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renewRecoveryCodes,
  setUpApp,
  turnOffSecondFactor,
  type Passkey,
} from '#contract/second-factor.ts'
import { call, type Reply, type Sent } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { makePasskey } from '#web/kit/passkeys.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { SecretText } from '#web/ui/shown-once.tsx'
import { Loading } from '#web/ui/states.tsx'
import { appAddress, inGroups, makeAppSecret, makeRecoveryCodes } from './factor-secrets.tsx'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }))

export type OpenDialog = 'app' | 'passkey' | 'codes' | 'turn off' | Passkey

interface FactorDialogProps {
  readonly open: OpenDialog
  /** True if the user has no second factor yet; the first comes with recovery codes. */
  readonly isFirst: boolean
  readonly showCodes: (codes: readonly string[]) => void
  readonly close: () => void
}

/** The open dialog, for one opening of it. */
export function FactorDialog({ open, isFirst, showCodes, close }: FactorDialogProps) {
  const alert = useAlert()
  // Kept until they are sent, so that a repeat after a lost connection is the same act.
  const [recoveryCodes] = useState(makeRecoveryCodes)
  const factor = {
    sentCodes: isFirst ? { recoveryCodes } : {},
    async finish(...message: Parameters<typeof alert>) {
      close()
      if (isFirst) showCodes(recoveryCodes)
      else await alert(...message)
    },
    close,
  }
  if (open === 'app') return <AppDialog {...factor} />
  if (open === 'passkey') return <PasskeyDialog {...factor} />
  if (open === 'codes')
    return (
      <ActDialog
        title="Make new recovery codes"
        confirmLabel="Make new codes"
        endpoint={renewRecoveryCodes}
        sent={{ body: { recoveryCodes } }}
        done={() => showCodes(recoveryCodes)}
        close={close}
      >
        The codes that you have now stop working.
      </ActDialog>
    )
  if (open === 'turn off')
    return (
      <ActDialog
        title="Turn off the second factor"
        confirmLabel="Turn off"
        endpoint={turnOffSecondFactor}
        sent={{}}
        done={({ msg }) => alert(msg, { detail: 'You sign in with the password alone.' })}
        close={close}
      >
        Your authenticator app, passkeys and recovery codes stop working. Who knows your password can then
        sign in as you.
      </ActDialog>
    )
  return (
    <ActDialog
      title="Remove a passkey"
      confirmLabel="Remove"
      endpoint={removePasskey}
      sent={{ body: { credentialId: open.credentialId } }}
      done={({ msg }) => alert(msg)}
      close={close}
    >
      <bdi>{open.name}</bdi> no longer signs you in. With the last passkey, and no authenticator app, the
      recovery codes end too.
    </ActDialog>
  )
}

interface FactorProps {
  /** The recovery codes that are sent with the first factor. */
  readonly sentCodes: { readonly recoveryCodes?: string[] }
  /** Closes the dialog, and shows the codes or else the message. */
  readonly finish: (...message: Parameters<ReturnType<typeof useAlert>>) => Promise<void>
  readonly close: () => void
}

/** Sets up an authenticator app, which replaces a former app: the user scans, then types its code. */
function AppDialog({ sentCodes, finish, close }: FactorProps) {
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
    <FormDialog title="Set up the authenticator app" confirmLabel="Set up" form={form} close={close}>
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
function PasskeyDialog({ sentCodes, finish, close }: FactorProps) {
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

interface ActDialogProps<E extends Endpoint> extends Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'confirmLabel' | 'children'
> {
  readonly endpoint: E
  readonly sent: Sent<E>
  readonly done: (reply: Reply<E>) => void | Promise<void>
  readonly close: () => void
}

/** An act that only needs the password; the dialog that asks for it opens automatically. */
function ActDialog<E extends Endpoint>(props: ActDialogProps<E>) {
  const { endpoint, sent, done, close, children, ...dialog } = props
  const form = useSendForm<E, object>({
    endpoint,
    initial: () => ({}),
    check: () => ({}),
    sent: () => sent,
    async done(reply) {
      close()
      await done(reply)
    },
  })
  return (
    <FormDialog {...dialog} form={form} close={close}>
      <Text>{children}</Text>
    </FormDialog>
  )
}
