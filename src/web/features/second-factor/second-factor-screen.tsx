import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { secondFactor, type SecondFactor } from '#contract/second-factor.ts'
import { formatInstant } from '#domain/calendar.ts'
import { hasFactor, recoveryCodeCount } from '#domain/second-factor.ts'
import { useCall } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { FactorDialog, type OpenDialog } from './factor-dialogs.tsx'
import { RecoveryCodes } from './factor-secrets.tsx'

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
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { appSetUpAt } = own
  const isOn = hasFactor({ hasApp: appSetUpAt !== null, passkeys: own.passkeys.length })
  const closeCodes = () => {
    setCodes(null)
    // Everything else is open from now on.
    if (factorMissing) void restore()
  }
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
      <Passkeys own={own} open={setOpen} />
      {isOn && <CodesAndTurnOff own={own} open={setOpen} />}
      {open && <FactorDialog open={open} isFirst={!isOn} showCodes={setCodes} close={() => setOpen(null)} />}
      {codes && <RecoveryCodes codes={codes} close={closeCodes} />}
    </Stack>
  )
}

interface PartProps {
  readonly own: SecondFactor
  readonly open: (dialog: OpenDialog) => void
}

function Passkeys({ own, open }: PartProps) {
  const { passkeys, passkeysAt } = own
  return (
    <TitledCard title="Passkeys">
      <Text c="dimmed">The fingerprint, face or PIN of your computer or phone, or a security key.</Text>
      {passkeys.length > 0 && (
        <RecordTable
          label="Your passkeys"
          columns={[
            {
              key: 'name',
              heading: 'Name',
              wraps: true,
              card: 'title',
              cell: ({ name, relyingParty, createdAt, usedAt }) => (
                <>
                  <bdi>{name}</bdi>
                  <small>
                    Added {formatInstant(createdAt)}.{' '}
                    {usedAt === null ? 'Not used yet' : `Last used ${formatInstant(usedAt)}`}.
                    {relyingParty !== passkeysAt && ` Works at ${relyingParty} only.`}
                  </small>
                </>
              ),
            },
            {
              key: 'remove',
              heading: 'Actions',
              card: 'plain',
              figures: true,
              cell: (passkey) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => open(passkey)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
          rows={passkeys}
          rowKey={({ credentialId }) => credentialId}
          isRoomy
        />
      )}
      <AddPasskey {...own} add={() => open('passkey')} />
    </TitledCard>
  )
}

const AddPasskey = ({ passkeysAt, add }: Pick<SecondFactor, 'passkeysAt'> & { readonly add: () => void }) =>
  passkeysAt === null ? (
    <Text>
      Passkeys do not work at this address. Open the portal by its name over HTTPS to add one, not by a number
      such as 192.168.0.10.
    </Text>
  ) : (
    <Group justify="flex-end">
      <Button variant="default" onClick={add}>
        Add a passkey
      </Button>
    </Group>
  )

const CodesAndTurnOff = ({ own: { codesLeft, isRequired }, open }: PartProps) => (
  <>
    <TitledCard title="Recovery codes">
      <Text c="dimmed">Each signs you in once if the phone or key is lost.</Text>
      <Group justify="space-between">
        <Text>
          {codesLeft} of {recoveryCodeCount} codes are left
        </Text>
        <Button variant="default" onClick={() => open('codes')}>
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
          <Button variant="default" onClick={() => open('turn off')}>
            Turn off
          </Button>
        </Group>
      )}
    </TitledCard>
  </>
)
