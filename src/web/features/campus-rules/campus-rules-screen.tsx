import { Anchor, Box, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { backDaysWords, campusRules, keepYearsWords, saveCampusRules } from '#contract/campus-rules.ts'
import { auditedRules, noRules, type CampusRules, type RulesToSet } from '#domain/campus-rules.ts'
import { formatRupees, parseRupees } from '#domain/money.ts'
import { latinDigits } from '#domain/student-search.ts'
import { useCall } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'

/** `/campus-rules`: the restrictions of this campus; for admins. */
export function CampusRulesScreen() {
  const goBack = useGoBack()
  const rules = useCall(campusRules)
  return (
    <Screen
      title="Campus settings"
      lead="What is restricted at this campus. A rule that is left empty is off."
      onLeave={goBack}
    >
      {rules.isPending && <Loading label="Loading the rules" />}
      {rules.isError && <Failed failure={rules.error} retry={() => void rules.refetch()} />}
      {/* A new form after each save begins with the saved rules. */}
      {rules.data && (
        <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} reload={() => rules.refetch()} />
      )}
    </Screen>
  )
}

const typedRules = ({ backDays, approvalLimit, keepYears, ...switches }: RulesToSet) => ({
  backDays: String(backDays ?? ''),
  approvalLimit: approvalLimit === null ? '' : formatRupees(approvalLimit),
  keepYears: String(keepYears ?? ''),
  ...switches,
})

type Typed = ReturnType<typeof typedRules>

const isWhole = (typed: string): boolean => /^\d*$/.test(latinDigits(typed).trim())

const errorsIn = ({ backDays, approvalLimit, keepYears }: Typed) => ({
  ...(!isWhole(backDays) && { backDays: backDaysWords }),
  ...(!isWhole(keepYears) && { keepYears: keepYearsWords }),
  ...(approvalLimit.trim() !== '' &&
    parseRupees(approvalLimit) === null && { approvalLimit: 'Enter an amount, or leave it empty' }),
})

type RulesFormProps = { readonly rules: CampusRules; readonly reload: () => Promise<unknown> }

function RulesForm({ rules, reload }: RulesFormProps) {
  const goBack = useGoBack()
  const { restore } = useSession.getState()
  const alert = useAlert()
  const form = useSendForm({
    endpoint: saveCampusRules,
    draft: 'campus rules',
    initial: () => typedRules(rules),
    check: errorsIn,
    sent({ backDays, approvalLimit, keepYears, ...switches }) {
      const limit = parseRupees(approvalLimit)
      const body = {
        ...(backDays.trim() !== '' && { backDays: Number(latinDigits(backDays)) }),
        ...(limit !== null && { approvalLimit: limit }),
        ...(keepYears.trim() !== '' && { keepYears: Number(latinDigits(keepYears)) }),
        ...switches,
      }
      return { body }
    },
    async done({ msg }) {
      // Reloads before the alert, so that the next change begins with the saved rules and the menu follows them.
      await Promise.all([reload(), restore()])
      await alert(msg)
    },
  })
  return (
    <form {...form.frame} aria-label="Campus settings">
      <Stack gap="md" maw={720}>
        <MoneyRules form={form} />
        <OtherRules form={form} />
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              const { adminFactor, keepYears } = form.values
              form.change({ ...typedRules({ ...noRules, ...auditedRules }), adminFactor, keepYears })
            }}
          >
            Use the audit settings
          </Button>
          <Button variant="default" size="xs" onClick={() => form.change(typedRules(noRules))}>
            Clear all
          </Button>
        </Group>
        <FormButtons act="Save" ready sending={form.sending} cancel={goBack} />
      </Stack>
    </form>
  )
}

type RulesProps = { readonly form: SendForm<Typed> }

const MoneyRules = ({ form }: RulesProps) => (
  <>
    <TitledCard title="Approval by a second person">
      <Text c="dimmed">
        Corrections, adjustments, discounts and re-pricing of a posted voucher wait until another user
        approves them: above this amount, and always where the user who asks received the money. Each needs a
        reason.
      </Text>
      <Box w={260}>
        <AmountField
          {...form.field('approvalLimit')}
          label="Needs approval above (Rs)"
          description="Empty: no approvals. 0: every such act needs one."
        />
      </Box>
    </TitledCard>
    <TitledCard title="Back-dating">
      <Text c="dimmed">How many days back users other than admins may date a receipt.</Text>
      <TextInput
        {...form.field('backDays')}
        {...wholeNumber}
        label="Maximum days back"
        description="Empty: no limit"
      />
    </TitledCard>
    <TitledCard title="Cash drawer">
      <Text c="dimmed">
        Cashiers count and close their drawers, and the cash goes to the safe. Off: the menu does not show it.
      </Text>
      <Switch form={form} name="cashDrawer" label="Use the cash drawer" />
      <Switch form={form} name="blindCount" label="Hide the expected sum until counted" />
    </TitledCard>
  </>
)

const OtherRules = ({ form }: RulesProps) => (
  <>
    <TitledCard title="Sign-in of admins">
      <Text c="dimmed">
        An admin signs in with an authenticator app or a passkey besides the password. An admin without one
        can only set it up. You need one yourself:{' '}
        <Anchor component={Link} to="/second-factor" inherit td="underline">
          Second factor
        </Anchor>
        .
      </Text>
      <Switch form={form} name="adminFactor" label="Admins sign in with a second factor" />
    </TitledCard>
    <TitledCard title="Personal data of children who left">
      <Text c="dimmed">
        After this time their names, contacts and other personal data can be erased at{' '}
        <Anchor component={Link} to="/erasure" inherit td="underline">
          Old records
        </Anchor>
        . Vouchers, receipts and sums stay.
      </Text>
      <TextInput
        {...form.field('keepYears')}
        {...wholeNumber}
        label="Keep for (years)"
        description="Empty: for ever"
      />
    </TitledCard>
  </>
)

const wholeNumber = { inputMode: 'numeric', autoComplete: 'off', w: 260 } as const

interface SwitchProps extends RulesProps {
  readonly name: 'cashDrawer' | 'blindCount' | 'adminFactor'
  readonly label: string
}

const Switch = ({ form: { values, errors, change }, name, label }: SwitchProps) => (
  <Checkbox
    label={label}
    checked={values[name]}
    error={errors[name]}
    aria-invalid={errors[name] !== undefined}
    onChange={(event) => change({ [name]: event.currentTarget.checked })}
  />
)
