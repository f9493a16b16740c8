import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import type { useFind } from './use-find.ts'

interface Props {
  /** Ties the field to the list of results. */
  readonly id: string
  readonly find: ReturnType<typeof useFind>
  readonly ref: Ref<HTMLInputElement>
}

/** The cursor stays in the field while the arrow keys move through the results. */
export const FindField = ({ id, find, ref }: Props) => (
  <TextInput
    ref={ref}
    role="combobox"
    aria-label="Find a student or a screen"
    aria-autocomplete="list"
    aria-expanded={find.count > 0}
    aria-controls={find.count > 0 ? `${id}-list` : undefined}
    aria-activedescendant={find.active >= 0 ? `${id}-${find.active}` : undefined}
    placeholder="Student or screen"
    data-autofocus
    flex={1}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={find.typed}
    onChange={(event) => find.type(event.currentTarget.value)}
    onKeyDown={find.press}
    maxLength={120}
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    enterKeyHint="go"
  />
)
