import { Button, Fieldset, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { byHead, monthlyHeads, nameInSentence, oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import { recordLabels } from '#domain/field-label.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { SlipPrintView } from '#web/kit/slips/use-slip-print.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import { Child, columns, FeeFields, netOf, Parents } from '#web/kit/student-form/student-fields.tsx'
import { feesOf, type RecordForm } from '#web/kit/student-form/student-form.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { useStudentSearch } from '#web/kit/use-student-list.ts'
import { VoucherDateFields } from '#web/kit/voucher-date-fields.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { amountsOf, useAdmission } from './use-admission.ts'

interface AdmissionProps {
  readonly admission: ReturnType<typeof useAdmission>
}

/** `/new-admissions`: two steps and a paid, posted voucher (spec 2.routes.new-admissions, spec 4.voucher.admission). */
export function NewAdmissionScreen() {
  const admission = useAdmission()
  const { form, step, print, goBack } = admission
  const isFirst = step === 'student'
  const title = isFirst ? 'Student Information' : 'Financial Information'

  function afterPrinting() {
    print.close()
    goBack()
  }

  return (
    <Screen
      title="Add new Admission"
      lead="Admits a student. The admission fee is received now."
      onLeave={goBack}
    >
      <form {...form.frame} onSubmit={(event) => void admission.advance(event)} aria-label={title}>
        <Stack gap="md">
          <Group justify="space-between" align="baseline">
            <Group gap="sm">
              <Title order={2}>{title}</Title>
              {!isFirst && (
                <Text>
                  <bdi>{form.values.studentName}</bdi>, class {form.values.studentClass} {form.values.section}
                </Text>
              )}
            </Group>
            <Text c="dimmed">Step {isFirst ? 1 : 2} of 2</Text>
          </Group>
          {isFirst ? <StudentStep admission={admission} /> : <FeeStep admission={admission} />}
          <FormButtons act={isFirst ? 'Next' : 'Submit'} sending={form.sending} cancel={goBack}>
            {!isFirst && (
              <Button variant="default" onClick={() => admission.open('student')} disabled={form.sending}>
                Back
              </Button>
            )}
          </FormButtons>
        </Stack>
      </form>
      {print.printed && <SlipPrintView printed={print.printed} onDone={afterPrinting} />}
    </Screen>
  )
}

/** Step 1, Student Information: child, parents and class (spec 3.student). */
const StudentStep = ({ admission: { form, forecast } }: AdmissionProps) => (
  <>
    <Group gap="sm" align="flex-end">
      <ForecastNumbers {...forecast} />
    </Group>
    <Child form={form} />
    <SameNames form={form.values} />
    <Parents form={form} />
    <Fieldset mx={0} py="sm" legend="Admission">
      <SimpleGrid {...columns}>
        <DateField {...form.field('admissionDate')} label={recordLabels.admissionDate} required />
      </SimpleGrid>
    </Fieldset>
  </>
)

const numberLabels = { admissionNo: 'Admission No.', registrationNo: 'Registration No.', rollNo: 'Roll No.' }

/** Shows the next numbers as a forecast, because another clerk may be quicker (decisions 4.roll-numbers.forecast). */
const ForecastNumbers = ({ next, failed, retry }: AdmissionProps['admission']['forecast']) =>
  Object.entries(numberLabels).map(([name, label]) => {
    const unread = failed && name === 'rollNo'
    return (
      <TextInput
        key={name}
        name={name}
        label={label}
        value={next ?? ''}
        readOnly
        tabIndex={-1}
        w={{ base: 104, xs: 170 }}
        variant="filled"
        className="figures"
        aria-description="Next number; the final one is given on Submit"
        error={unread && 'The last roll number could not be read.'}
        rightSectionWidth={48}
        rightSectionPointerEvents={unread ? 'all' : 'none'}
        rightSection={
          unread ? (
            <Button size="compact-xs" variant="default" onClick={retry}>
              Try again
            </Button>
          ) : (
            next !== null && (
              <Text size="xs" c="dimmed" aria-hidden>
                next
              </Text>
            )
          )
        }
      />
    )
  })

/** Names the students who have both names, so that no child gets a second roll number. */
function SameNames({ form }: { readonly form: RecordForm }) {
  const [child, father] = [form.studentName.trim(), form.fatherName.trim()]
  // The search accepts 120 characters.
  const { state, students } = useStudentSearch(child && father && `${child} ${father}`.slice(0, 120))
  if (state !== 'found') return null
  return (
    <Attention role="status" title="Is this student already on record?">
      <Stack component="ul" gap={2} m={0} ps={28} style={{ listStyle: 'none' }}>
        {students.map(({ rollNo, studentName, fatherName, studentClass, section, state: standing }) => (
          <Group component="li" key={rollNo} gap="xs">
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
            <Text span>
              <bdi>{fatherName}</bdi> · {studentClass} {section} · Roll No. {rollNo}
            </Text>
            {standing !== 'active' && <StudentStateChip state={standing} />}
          </Group>
        ))}
      </Stack>
    </Attention>
  )
}

const labels = byHead(studentHeads, ({ label }) => label)

/** Step 2, Financial Information: fees, voucher dates and total (spec 5.new-admission). */
function FeeStep({ admission }: AdmissionProps) {
  const { form, usual } = admission
  const { values, errors, change } = form
  const words = usual && sourceOf(feesOf(values).monthlyFee, usual, values.studentClass)
  return (
    <>
      <Fieldset mx={0} py="sm" legend="Fees in rupees">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
          <FeeFields form={form} names={monthlyHeads.map(({ key }) => key)} labels={labels} />
          <AmountField
            name="netMonthlyFee"
            label="Net Monthly Fee"
            value={values.monthlyFee.trim() === '' ? '' : netOf(values)}
            readOnly
          />
          <FeeFields form={form} names={oneTimeHeads.map(({ key }) => key)} labels={labels} />
        </SimpleGrid>
        {words && (
          <Text c="dimmed" size="xs" mt="xs">
            Monthly fee as {words}
          </Text>
        )}
      </Fieldset>
      <VoucherDateFields dates={values} onChange={change} errors={errors} />
      <Textarea {...form.field('note')} label="Note" maxLength={500} rows={2} resize="vertical" />
      <Payment admission={admission} />
    </>
  )
}

type UsualFees = NonNullable<AdmissionProps['admission']['usual']>

/** The source of a monthly fee; null if the clerk typed it. */
function sourceOf(monthlyFee: Money, { plan, usual }: UsualFees, studentClass: string): string | null {
  if (monthlyFee === plan.monthlyFee) return `in the fee plan of class ${studentClass}`
  if (monthlyFee !== usual?.monthlyFee) return null
  return `${usual.payingIt} of ${usual.students} in class ${studentClass}`
}

const namesWith = (sign: 1 | -1): string =>
  studentHeads
    .filter((head) => head.sign === sign)
    .map(nameInSentence)
    .join(' + ')

const chargesInTotal = `${namesWith(1)} fee − ${namesWith(-1)}`.replace(/^./, (first) => first.toUpperCase())

/** The total and its payment, which begins with the whole voucher in cash. */
function Payment({ admission: { form } }: AdmissionProps) {
  const { values, errors, change, field } = form
  const [isTyped, setTyped] = useState(values.receivedNow !== '')
  const { total, left } = amountsOf(values)
  return (
    <>
      <Group justify="space-between" align="baseline">
        <div>
          <Text fw={600} id="total-receivable">
            Total Receivable
          </Text>
          <Text c="dimmed" size="xs">
            {chargesInTotal}
          </Text>
        </div>
        <Text role="status" aria-labelledby="total-receivable" fz="xl" fw={600}>
          <Rupees of={total} />
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <AmountField
          {...field('receivedNow')}
          label="Received now"
          description={left > 0 ? `${rupeesText(left)} will be left to pay` : 'Nothing will be left to pay'}
          value={isTyped ? values.receivedNow : formatRupees(total)}
          onChange={(receivedNow) => {
            setTyped(true)
            change({ receivedNow })
          }}
          // An empty amount means the whole voucher.
          onBlur={() => setTyped(values.receivedNow !== '')}
        />
        <MethodFields
          typed={values}
          onChange={({ method, reference, chequeDate }) => change({ method, reference, chequeDate })}
          errors={errors}
          readOnly={false}
          rollNo={null}
        />
      </SimpleGrid>
    </>
  )
}
