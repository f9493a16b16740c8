import { backDaysWords, saveDateRules } from '#contract/closed-days.ts'
import { count } from '#domain/count.ts'
import { CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'

interface BackDaysFormProps {
  readonly backDays: number | null
}

/** How many days back a receipt may be dated by users who are not admins; empty for any number. */
export function BackDaysForm({ backDays }: BackDaysFormProps) {
  const { campus } = useStaff()
  // Null until something is typed, so that reading the rule again does not replace what was typed.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(backDays ?? '')
  const [error, setError] = useState<string | null>(null)
  const change = useChange(saveDateRules)
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    setError(null)
    const days = readDays(shown)
    if (days === null) return setError(backDaysWords)
    try {
      const { msg } = await change.send({ params: { campus }, body: { backDays: days } })
      await alert(msg, { detail: ruleWords(days ?? null) })
    } catch (failure) {
      const atField =
        failure instanceof CallFailed ? failure.errors.find(({ field }) => field === 'backDays') : null
      if (atField) setError(atField.message)
      else await tellFailure(failure)
    }
  }

  return (
    <Paper withBorder p="md" flex="1 1 300px">
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h4">
              Back-dating
            </Title>
            <Text>{ruleWords(backDays)}</Text>
          </div>
          <Group align="flex-start" gap="sm">
            <TextInput
              label="Maximum days back"
              description="Leave empty for no limit"
              inputMode="numeric"
              autoComplete="off"
              w={180}
              value={shown}
              error={error}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" mt={38} loading={change.sending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** Undefined where nothing is typed, null where it is no whole number. */
function readDays(typed: string): number | null | undefined {
  const digits = typed.trim()
  if (digits === '') return undefined
  return /^\d+$/.test(digits) ? Number(digits) : null
}

const ruleWords = (backDays: number | null): string =>
  backDays === null
    ? 'A receipt may be dated on any open day up to today.'
    : `Users other than admins may date a receipt today or up to ${count(backDays, 'day')} back.`
