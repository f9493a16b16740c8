import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload, IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { importTemplate } from '#contract/imports.ts'
import { importKinds, importKindWords, type ImportKind } from '#domain/import/import.ts'
import { download } from '#web/api/download.ts'
import { useStaff } from '#web/api/session.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { kindHints } from './import-words.ts'

interface KindChoiceProps {
  readonly what: ImportKind
  readonly onChoose: (what: ImportKind) => void
  readonly disabled: boolean
}

/** The kind of the file, with its template and the way to the help. */
export function KindChoice({ what, onChoose, disabled }: KindChoiceProps) {
  const orientation = usePhone() ? 'vertical' : 'horizontal'
  const choose = (value: string) => {
    const kind = importKinds.find((other) => other === value)
    if (kind) onChoose(kind)
  }
  return (
    <Stack gap={6} align="flex-start">
      <SegmentedControl
        className="import-kinds"
        aria-label="What the file holds"
        orientation={orientation}
        value={what}
        onChange={choose}
        disabled={disabled}
        data={importKinds.map((kind) => ({ value: kind, label: importKindWords[kind] }))}
      />
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {kindHints[what]}
        </Text>
        <Template what={what} />
        <Help />
      </Group>
    </Stack>
  )
}

/** An empty file with the headings of a kind. */
function Template({ what }: { readonly what: ImportKind }) {
  const { campus } = useStaff()
  const tellFailure = useTellFailure()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download(importTemplate, { params: { campus, what } }).catch(tellFailure)}
    >
      Template
    </Button>
  )
}

const ImportHelp = lazyDialog(async () => (await import('./import-help.tsx')).ImportHelp)

/** Opens the page of help. */
function Help() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        How to bring a file in
      </Button>
      {isOpen && <ImportHelp close={() => setOpen(false)} />}
    </>
  )
}
