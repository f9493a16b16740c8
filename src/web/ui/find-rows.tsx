import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (sought: string) => void
}

export const FindRows = ({ label, value, onChange }: Props) => (
  <TextInput
    type="search"
    className="no-print"
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    leftSection={<IconSearch size={16} aria-hidden />}
    w={224}
    maw="100%"
    autoComplete="off"
  />
)

/** Returns the rows that contain every typed word, deferred so that typing stays quick; they match `foundFor`. */
export function useFoundRows<Row>(rows: readonly Row[], textOf: (row: Row) => string, sought: string) {
  const foundFor = useDeferredValue(sought)
  const isSearching = foundFor.trim() !== ''
  // A user who does not search never waits for the texts of 60,000 rows.
  const texts = useMemo(
    () => (isSearching ? rows.map((row) => textOf(row).toLocaleLowerCase()) : []),
    [rows, textOf, isSearching],
  )
  const found = useMemo(() => {
    const words = foundFor.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return rows
    return rows.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
  }, [rows, texts, foundFor])
  return { found, foundFor }
}
