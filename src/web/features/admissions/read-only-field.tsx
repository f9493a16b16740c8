import { TextInput } from '@mantine/core'

interface Props {
  readonly label: string
  /** Empty where nobody is in sight. */
  readonly value: string | number | undefined
}

/** What the record says and this screen does not change. */
export const ReadOnlyField = ({ label, value }: Props) => (
  <TextInput label={label} value={value ?? ''} readOnly variant="filled" className="figures" />
)
