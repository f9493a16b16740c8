import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  removePasskey,
  renewRecoveryCodes,
  secondFactor,
  turnOffSecondFactor,
  type Passkey,
  type SecondFactor,
} from '#contract/second-factor.ts'
import { formatInstant } from '#domain/calendar.ts'
import { hasFactor, recoveryCodeCount } from '#domain/second-factor.ts'
import { useCall } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { column } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { AppDialog, makeRecoveryCodes, PasskeyDialog, RecoveryCodes } from './factor-dialogs.tsx'

/** `/second-factor`: the user's own second factor, for every role; an admin who must set one up sees nothing else. */
export function SecondFactorScreen() {
  const goBack = useGoBack()
  const own = useCall(secondFactor)
  return (
    <Screen
      title="Second factor"
      lead="What you sign in with besides the password, so that a stolen password is not enough."
      onLeave={goBack}
    >
      {own.isPending && <Loading label="Loading the second factor" />}
      {own.isError && <Failed failure={own.error} retry={() => void own.refetch()} />}
      {own.data && <OwnFactor own={own.data} />}
    </Screen>
  )
}

function OwnFactor({ own }: { readonly own: SecondFactor }) {
  const { restore } = useSession.getState()
  const factorMissing = useSession((session) => session.factorMissing)
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { appSetUpAt } = own
  const isFirst = !hasFactor({ hasApp: appSetUpAt !== null, passkeys: own.passkeys.length })
  const closeCodes = () => {
    setCodes(null)
    // Everything else is open from now on.
    if (factorMissing) void restore()
  }
  const dialog = { isFirst, showCodes: setCodes, close: () => setOpen(null) }
  return (
    <Stack gap="md" maw={720}>
      {factorMissing && (
        <Alert role="status" variant="outline" color="yellow" title="Please set up a second factor">
          Admins of this campus sign in with one. Everything else opens once it is set up.
        </Alert>
      )}
      <TitledCard title="Authenticator app">
        <Text c="dimmed">
          An app on your phone shows a new code every 30 seconds. It needs no connection.
        </Text>
        <Group justify="space-between">
          <Text>{appSetUpAt === null ? 'Not set up' : `Set up on ${formatInstant(appSetUpAt)}`}</Text>
          <Button variant={appSetUpAt === null ? 'filled' : 'default'} onClick={() => setOpen('app')}>
            {appSetUpAt === null ? 'Set up the app' : 'Move to another app'}
          </Button>
        </Group>
      </TitledCard>
      <Passkeys own={own} add={() => setOpen('passkey')} />
      {!isFirst && <CodesAndTurnOff own={own} showCodes={setCodes} />}
      {open === 'app' && <AppDialog {...dialog} />}
      {open === 'passkey' && <PasskeyDialog {...dialog} />}
      {codes && <RecoveryCodes codes={codes} close={closeCodes} />}
    </Stack>
  )
}

const columnsFor = (
  passkeysAt: string | null,
  remove: (passkey: Passkey) => void,
): readonly RecordColumn<Passkey>[] => [
  column('Name', { wraps: true, card: 'title' }, ({ name, relyingParty, createdAt, usedAt }) => (
    <>
      <bdi>{name}</bdi>
      <small>
        Added {formatInstant(createdAt)}.{' '}
        {usedAt === null ? 'Not used yet' : `Last used ${formatInstant(usedAt)}`}.
        {relyingParty !== passkeysAt && ` Works at ${relyingParty} only.`}
      </small>
    </>
  )),
  column('Actions', { card: 'plain', figures: true }, (passkey) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Remove ${passkey.name}`}
      onClick={() => remove(passkey)}
    >
      Remove
    </Button>
  )),
]

function Passkeys({ own, add }: { readonly own: SecondFactor; readonly add: () => void }) {
  const { passkeys, passkeysAt } = own
  const alert = useAlert()
  const remove = useAct(removePasskey, {
    ask: ({ name }: Passkey) => ({
      title: 'Remove a passkey',
      message: `${name} no longer signs you in. With the last passkey, and no authenticator app, the recovery codes end too.`,
      confirmLabel: 'Remove',
      tone: 'danger',
    }),
    sent: ({ credentialId }) => ({ body: { credentialId } }),
    done: ({ msg }) => alert(msg),
  })
  return (
    <TitledCard title="Passkeys">
      <Text c="dimmed">The fingerprint, face or PIN of your computer or phone, or a security key.</Text>
      {passkeys.length > 0 && (
        <RecordTable
          label="Your passkeys"
          columns={columnsFor(passkeysAt, remove.run)}
          rows={passkeys}
          rowKey={({ credentialId }) => credentialId}
          isRoomy
        />
      )}
      {passkeysAt === null ? (
        <Text>
          Passkeys do not work at this address. Open the portal by its name over HTTPS to add one, not by a
          number such as 192.168.0.10.
        </Text>
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={add}>
            Add a passkey
          </Button>
        </Group>
      )}
    </TitledCard>
  )
}

type CodesProps = { readonly own: SecondFactor; readonly showCodes: (codes: readonly string[]) => void }

function CodesAndTurnOff({ own: { codesLeft, isRequired }, showCodes }: CodesProps) {
  const alert = useAlert()
  // Kept until they are sent, so that a repeat after a lost connection is the same act.
  const [recoveryCodes, setCodes] = useState(makeRecoveryCodes)
  const renew = useAct(renewRecoveryCodes, {
    secret: true,
    ask: () => ({
      title: 'Make new recovery codes',
      message: 'The codes that you have now stop working.',
      confirmLabel: 'Make new codes',
      tone: 'caution',
    }),
    sent: () => ({ body: { recoveryCodes } }),
    done() {
      showCodes(recoveryCodes)
      setCodes(makeRecoveryCodes)
    },
  })
  const turnOff = useAct(turnOffSecondFactor, {
    ask: () => ({
      title: 'Turn off the second factor',
      message:
        'Your authenticator app, passkeys and recovery codes stop working. Who knows your password can then sign in as you.',
      confirmLabel: 'Turn off',
      tone: 'danger',
    }),
    sent: () => ({}),
    done: ({ msg }) => alert(msg, { detail: 'You sign in with the password alone.' }),
  })
  return (
    <>
      <TitledCard title="Recovery codes">
        <Text c="dimmed">Each signs you in once if the phone or key is lost.</Text>
        <Group justify="space-between">
          <Text>
            {codesLeft} of {recoveryCodeCount} codes are left
          </Text>
          <Button variant="default" onClick={() => renew.run()}>
            Make new codes
          </Button>
        </Group>
      </TitledCard>
      <TitledCard title="Turn off">
        {isRequired ? (
          <Text>The campus settings require a second factor of admins, so it cannot be turned off.</Text>
        ) : (
          <Group justify="space-between">
            <Text c="dimmed">Afterwards the password alone signs you in.</Text>
            <Button variant="default" onClick={() => turnOff.run()}>
              Turn off
            </Button>
          </Group>
        )}
      </TitledCard>
    </>
  )
}
