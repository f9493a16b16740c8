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
        <RulesForm
          key={JSON.stringify(rules.data)}
          rules={rules.data}
          reload={() => rules.refetch()}
          cancel={goBack}
        />
      )}
    </Screen>
  )
}

interface Typed {
  readonly backDays: string
  readonly approvalLimit: string
  readonly cashDrawer: boolean
  readonly blindCount: boolean
  readonly adminFactor: boolean
  readonly keepYears: string
}

const typedRules = ({ backDays, approvalLimit, keepYears, ...switches }: RulesToSet): Typed => ({
  backDays: String(backDays ?? ''),
  approvalLimit: approvalLimit === null ? '' : formatRupees(approvalLimit),
  keepYears: String(keepYears ?? ''),
  ...switches,
})

/** The rules that *Audited* leaves as they are. */
const kept = ({ adminFactor, keepYears }: Typed) => ({ adminFactor, keepYears })

const isWhole = (typed: string): boolean => /^\d*$/.test(latinDigits(typed).trim())

const errorsIn = ({ backDays, approvalLimit, keepYears }: Typed) => ({
  ...(!isWhole(backDays) && { backDays: backDaysWords }),
  ...(!isWhole(keepYears) && { keepYears: keepYearsWords }),
  ...(approvalLimit.trim() !== '' &&
    parseRupees(approvalLimit) === null && { approvalLimit: 'Enter an amount, or leave it empty' }),
})

interface RulesFormProps {
  readonly cancel: () => void
  readonly rules: CampusRules
  readonly reload: () => Promise<unknown>
}

function RulesForm({ rules, reload, cancel }: RulesFormProps) {
  const { restore } = useSession.getState()
  const alert = useAlert()
  const form = useSendForm({
    endpoint: saveCampusRules,
    draft: 'campus rules',
    initial: (): Typed => typedRules(rules),
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
        <RuleFields form={form} />
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              form.change({ ...typedRules({ ...noRules, ...auditedRules }), ...kept(form.values) })
            }
          >
            Use the audit settings
          </Button>
          <Button variant="default" size="xs" onClick={() => form.change(typedRules(noRules))}>
            Clear all
          </Button>
        </Group>
        <FormButtons act="Save" ready sending={form.sending} cancel={cancel} />
      </Stack>
    </form>
  )
}

interface RuleFieldsProps {
  readonly form: Pick<SendForm<Typed>, 'field' | 'values' | 'errors' | 'change'>
}

const RuleFields = ({ form }: RuleFieldsProps) => (
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
        label="Maximum days back"
        description="Empty: no limit"
        inputMode="numeric"
        autoComplete="off"
        w={260}
      />
    </TitledCard>
    <DrawerRules form={form} />
    <TitledCard title="Sign-in of admins">
      <Text c="dimmed">
        An admin signs in with an authenticator app or a passkey besides the password. An admin without one
        can only set it up. You need one yourself:{' '}
        <Anchor component={Link} to="/second-factor" inherit td="underline">
          Second factor
        </Anchor>
        .
      </Text>
      <Checkbox
        label="Admins sign in with a second factor"
        checked={form.values.adminFactor}
        error={form.errors.adminFactor}
        aria-invalid={form.errors.adminFactor !== undefined}
        onChange={(event) => form.change({ adminFactor: event.currentTarget.checked })}
      />
    </TitledCard>
    <PersonalDataRule field={form.field} />
  </>
)

const DrawerRules = ({ form }: RuleFieldsProps) => (
  <TitledCard title="Cash drawer">
    <Text c="dimmed">
      Cashiers count and close their drawers, and the cash goes to the safe. Off: the menu does not show it.
    </Text>
    <Checkbox
      label="Use the cash drawer"
      checked={form.values.cashDrawer}
      onChange={(event) => form.change({ cashDrawer: event.currentTarget.checked })}
    />
    <Checkbox
      label="Hide the expected sum until counted"
      checked={form.values.blindCount}
      onChange={(event) => form.change({ blindCount: event.currentTarget.checked })}
    />
  </TitledCard>
)

const PersonalDataRule = ({ field }: Pick<SendForm<Typed>, 'field'>) => (
  <TitledCard title="Personal data of children who left">
    <Text c="dimmed">
      After this time their names, contacts and other personal data can be erased at{' '}
      <Anchor component={Link} to="/erasure" inherit td="underline">
        Old records
      </Anchor>
      . Vouchers, receipts and sums stay.
    </Text>
    <TextInput
      {...field('keepYears')}
      label="Keep for (years)"
      description="Empty: for ever"
      inputMode="numeric"
      autoComplete="off"
      w={260}
    />
  </TitledCard>
)
