import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import type { FactorWay } from '#domain/outcome.ts'
import { useSession, type FactorNeeded, type GivenFactor } from '#web/api/session.ts'
import { askPasskey } from '#web/kit/passkeys.ts'

const codeLength = 6

const instructions: Readonly<Record<FactorWay, string>> = {
  code: 'Enter the 6-digit code that your authenticator app shows.',
  passkey: 'Confirm with the passkey of this account: a fingerprint, a face, a PIN or a security key.',
  'recovery code': 'Enter one of the recovery codes that you wrote down. Each works once.',
}

const otherWays: Readonly<Record<FactorWay, string>> = {
  code: 'Use the authenticator app',
  passkey: 'Use a passkey',
  'recovery code': 'Use a recovery code',
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export function FactorForm({ need }: { readonly need: FactorNeeded }) {
  const { leaveFactor, giveFactor } = useSession.getState()
  const [chosen, setChosen] = useState<FactorWay>(need.ways[0] ?? 'recovery code')
  const isPossible = need.ways.length > 0
  const [isDismissed, setDismissed] = useState(false)
  const askForPasskey = async () => {
    if (!need.passkey) return
    setDismissed(false)
    const answer = await askPasskey(need.passkey)
    if (answer) await giveFactor({ passkey: answer })
    else setDismissed(true)
  }
  const choose = (way: FactorWay) => {
    setChosen(way)
    // Starts at once, because the browser only allows it right after this press.
    if (way === 'passkey') void askForPasskey()
  }
  return (
    <Stack gap="md">
      <Text>{isPossible ? instructions[chosen] : noWay}</Text>
      {isPossible && chosen === 'passkey' && (
        <PasskeyWay isDismissed={isDismissed} ask={() => void askForPasskey()} />
      )}
      {isPossible && chosen !== 'passkey' && <TypedWay key={chosen} way={chosen} />}
      <Stack gap={4} align="flex-start">
        {need.ways
          .filter((way) => way !== chosen)
          .map((way) => (
            <Button key={way} variant="subtle" size="compact-md" mih={32} onClick={() => choose(way)}>
              {otherWays[way]}
            </Button>
          ))}
        <Button variant="subtle" color="gray" size="compact-md" mih={32} onClick={leaveFactor}>
          Back
        </Button>
      </Stack>
    </Stack>
  )
}

const noWay =
  'The passkey of this account does not work at this address, and no recovery code is left. Open the portal at its usual address, or ask an admin to reset your second factor.'

const fieldOf = {
  code: { name: 'code', label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  'recovery code': { name: 'recoveryCode', label: 'Recovery code', inputMode: 'text', autoComplete: 'off' },
} as const

/** A typed code; an app's code is sent with its sixth digit. */
function TypedWay({ way }: { readonly way: keyof typeof fieldOf }) {
  const { loading, failure, giveFactor } = useSession()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { name, label, inputMode, autoComplete } = fieldOf[way]
  const wrong = failure?.errors.find((error) => error.field === name)?.message
  useEffect(() => {
    if (!loading) field.current?.focus()
  }, [loading])

  const send = async (given: GivenFactor) => {
    if (!(await giveFactor(given))) setTyped('')
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    const digits = value.replaceAll(/\D/g, '').slice(0, codeLength)
    setMissing(false)
    setTyped(way === 'code' ? digits : value)
    if (way === 'code' && digits.length === codeLength && !loading) void send({ code: digits })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (loading) return
    if (typed.trim() === '') setMissing(true)
    else void send(way === 'code' ? { code: typed } : { recoveryCode: typed })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          ref={field}
          label={label}
          name={name}
          inputMode={inputMode}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={typed}
          error={isMissing ? `Enter the ${label.toLowerCase()}` : typed === '' && wrong}
          onChange={change}
        />
        <Button type="submit">Login</Button>
      </Stack>
    </form>
  )
}

/** The result of the passkey, and the button that requests it again. */
function PasskeyWay({ isDismissed, ask }: { readonly isDismissed: boolean; readonly ask: () => void }) {
  const { loading, failure } = useSession()
  const refused = failure?.errors.find(({ field }) => field === 'passkey')?.message
  return (
    <>
      {(isDismissed || refused !== undefined) && (
        <Text role="alert" c="var(--mantine-color-error)">
          {isDismissed ? 'No passkey was used. Try again, or use another way.' : refused}
        </Text>
      )}
      <Button autoFocus disabled={loading} onClick={ask}>
        Use a passkey
      </Button>
    </>
  )
}
