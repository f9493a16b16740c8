import {
  Fieldset,
  NativeSelect,
  SimpleGrid,
  Text,
  TextInput,
  Title,
  type TextInputProps,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { warnIncomplete } from '#domain/contacts.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { formatRupees } from '#domain/money.ts'
import { genders } from '#domain/school.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Table } from '#web/ui/table.tsx'
import {
  dashCnic,
  dashMobile,
  errorsWhileTyping,
  feeLabels,
  feesOf,
  oddAge,
  type Changed,
  type FeeName,
  type FeesForm,
  type FieldsProps,
} from './student-form.ts'

export const columns = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'md', verticalSpacing: 'sm' } as const

/** The child's own fields, also used for an edit (spec 2.edit-admissions.fields). */
export const Child = (props: FieldsProps) => (
  <Fieldset mx={0} py="sm" legend="Child">
    <SimpleGrid {...columns}>
      <TypedField {...props} name="studentName" required />
      <TypedField {...props} name="fatherName" required />
      <BirthField {...props} />
      <TypedField {...props} name="placeOfBirth" required />
      <GenderSelect {...props} />
      <TypedField {...props} name="religion" required />
      <ClassSelect {...props.form.field('studentClass')} required />
      <SectionSelect {...props.form.field('section')} required />
    </SimpleGrid>
  </Fieldset>
)

const BirthField = ({ form }: FieldsProps) => (
  <div>
    <DateField {...form.field('dateOfBirth')} label={recordLabels.dateOfBirth} required />
    <Text role="status" size="xs" c="var(--portal-to-do)">
      {oddAge(form.values.dateOfBirth, form.values.admissionDate)}
    </Text>
  </div>
)

const GenderSelect = ({ form }: FieldsProps) => (
  <NativeSelect {...form.field('gender')} label={recordLabels.gender} withAsterisk aria-required>
    <option value="" disabled>
      Choose a gender
    </option>
    {genders.map((gender) => (
      <option key={gender} value={gender}>
        {gender}
      </option>
    ))}
  </NativeSelect>
)

export const Parents = (props: FieldsProps) => (
  <Fieldset mx={0} py="sm" legend="Home and parents">
    <SimpleGrid {...columns}>
      <TypedField {...props} name="address" longest={300} />
      <TypedField {...props} name="fatherCnic" shape={dashCnic} inputMode="numeric" />
      <TypedField {...props} name="fatherOccupation" />
      <TypedField {...props} name="fatherHomePhone" shape={dashMobile} inputMode="tel" required />
      <TypedField {...props} name="telephone" shape={dashMobile} inputMode="tel" />
      <TypedField {...props} name="fatherOfficePhone" shape={dashMobile} inputMode="tel" />
      <TypedField {...props} name="fatherEmail" inputMode="email" />
    </SimpleGrid>
  </Fieldset>
)

interface TypedFieldProps extends FieldsProps {
  readonly name: RecordField
  readonly required?: boolean
  readonly longest?: number
  readonly inputMode?: TextInputProps['inputMode']
  /** Adds marks such as dashes to the typed text. */
  readonly shape?: (before: string, typed: string) => string
}

/** A line of text, with a warning if it looks incomplete (decisions 6.contacts). */
function TypedField(props: TypedFieldProps) {
  const { form, name, required = false, longest = 120, inputMode, shape } = props
  const { values, errors, change } = form
  // Waits for a pause in typing, not for blur: on blur the warning would move the button that is being pressed.
  const [settled] = useDebouncedValue(values[name], typingPauses.record)
  // An error takes precedence over a warning.
  const warning =
    settled === values[name] && errors[name] === undefined ? warnIncomplete(name, values[name]) : null
  return (
    <TextInput
      {...form.field(name)}
      label={recordLabels[name]}
      {...(shape && {
        onChange: ({ currentTarget: { value } }) => change({ [name]: shape(values[name], value) }),
      })}
      description={warning !== null && <Warning words={warning} />}
      descriptionProps={{ c: 'var(--portal-to-do)' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={required}
      aria-required={required}
      maxLength={longest}
      inputMode={inputMode}
      autoComplete="off"
    />
  )
}

const Warning = ({ words }: { readonly words: string }) => (
  <>
    <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: 'text-bottom', marginInlineEnd: 4 }} />
    {words}
  </>
)

interface FeeFieldsProps extends FieldsProps<FeesForm> {
  readonly names: readonly FeeName[]
  readonly labels?: FeesForm
}

/** Fees to type; a discount above the fee is marked at once. */
export function FeeFields({ form, names, labels = feeLabels }: FeeFieldsProps) {
  const marked = { ...errorsWhileTyping(form.values), ...form.errors }
  return names.map((name) => (
    <AmountField key={name} {...form.field(name)} label={labels[name]} error={marked[name]} required />
  ))
}

export const netOf = (form: FeesForm): string => formatRupees(netMonthlyFee(feesOf(form)))

interface WhatChangesProps {
  readonly title: string
  readonly changes: readonly Changed[]
  /** The text if nothing changes. */
  readonly nothing: string
  /** True if the values are amounts, which align at the right. */
  readonly figures?: boolean
}

const orNothing = (value: string): string => (value === '' ? 'nothing' : value)

/** Lists the changes before they are saved. */
export function WhatChanges({ title, changes, nothing, figures = false }: WhatChangesProps) {
  const align = figures ? 'end' : 'start'
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      {changes.length === 0 ? (
        <Text c="dimmed">{nothing}</Text>
      ) : (
        <Table aria-label={title} verticalSpacing={2} maw={figures ? 560 : undefined}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta={align}>Now</Table.Th>
              <Table.Th ta={align}>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ label, before, after }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta={align} {...(before !== after && { c: 'dimmed' })}>
                  <bdi>{orNothing(before)}</bdi>
                </Table.Td>
                <Table.Td ta={align} fw={before === after ? 400 : 600}>
                  <bdi>{orNothing(after)}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** A value of the record that this screen does not change. */
export const ReadOnlyField = ({
  label,
  value,
}: {
  readonly label: string
  readonly value: string | number
}) => <TextInput label={label} value={value} readOnly variant="filled" className="figures" />
