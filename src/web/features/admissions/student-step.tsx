import { genders } from '#domain/school.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { recordLabels } from '#web/kit/record-labels.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Fieldset, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import type { StepProps } from './admission-form.ts'
import { ForecastNumbers } from './forecast-numbers.tsx'
import { SameNames } from './same-names.tsx'
import { TypedField } from './typed-field.tsx'
import type { Forecast } from './use-forecast.ts'
import { dashCnic, dashMobile, oddAge } from './typed-numbers.ts'

interface Props extends StepProps {
  readonly forecast: Forecast
}

export const columns = { cols: { base: 1, xs: 2, md: 4 }, spacing: 'md', verticalSpacing: 'sm' } as const

/** Step 1, Student Information: the child, the parents and the place at school (spec 3.student). */
export const StudentStep = ({ forecast, ...props }: Props) => (
  <Stack gap="md">
    <Group gap="sm" align="flex-end">
      <ForecastNumbers {...forecast} />
    </Group>
    <Child {...props} />
    <SameNames form={props.form} />
    <Parents {...props} />
    <Fieldset mx={0} py="sm" legend="Admission">
      <SimpleGrid {...columns}>
        <DateField
          name="admissionDate"
          label={recordLabels.admissionDate}
          value={props.form.admissionDate}
          onChange={(admissionDate) => props.change({ admissionDate })}
          error={props.errors.admissionDate}
          required
        />
      </SimpleGrid>
    </Fieldset>
  </Stack>
)

/** The child's own fields; also those of an edit (spec 2.edit-admissions.fields). */
export const Child = (props: StepProps) => (
  <Fieldset mx={0} py="sm" legend="Child">
    <SimpleGrid {...columns}>
      <TypedField {...props} name="studentName" required />
      <TypedField {...props} name="fatherName" required />
      <BirthField {...props} />
      <TypedField {...props} name="placeOfBirth" required />
      <GenderSelect {...props} />
      <TypedField {...props} name="religion" required />
      <ClassSelect
        name="studentClass"
        value={props.form.studentClass}
        onChange={(studentClass) => props.change({ studentClass })}
        error={props.errors.studentClass}
        required
      />
      <SectionSelect
        name="section"
        value={props.form.section}
        onChange={(section) => props.change({ section })}
        error={props.errors.section}
        required
      />
    </SimpleGrid>
  </Fieldset>
)

const BirthField = ({ form, errors, change }: StepProps) => (
  <div>
    <DateField
      name="dateOfBirth"
      label={recordLabels.dateOfBirth}
      value={form.dateOfBirth}
      onChange={(dateOfBirth) => change({ dateOfBirth })}
      error={errors.dateOfBirth}
      required
    />
    <Text role="status" size="xs" c="var(--portal-to-do)">
      {oddAge(form.dateOfBirth, form.admissionDate)}
    </Text>
  </div>
)

const GenderSelect = ({ form, errors, change }: StepProps) => (
  <NativeSelect
    name="gender"
    label={recordLabels.gender}
    value={form.gender}
    onChange={(event) =>
      change({ gender: genders.find((gender) => gender === event.currentTarget.value) ?? '' })
    }
    error={errors.gender}
    withAsterisk
    aria-required
  >
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

/** The fields of home and parents; also those of an edit. */
export const Parents = (props: StepProps) => (
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
