import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Loader,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconChevronDown, IconDots, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FileFormat } from '#contract/fields.ts'
import { count, pluralOf } from '#domain/count.ts'
import { fileEndpoints } from '#reports/reports.ts'
import { download } from '#web/api/download.ts'
import { sentTo } from '#web/api/list-rows.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { retryWhileBusy } from '#web/api/try-again.ts'
import { MenuButton, PanelButton } from '#web/ui/popup-button.tsx'
import { useIsSlow } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { hasClasses, isFixed, useChosenColumns } from './report-columns.tsx'
import { useTellFailed } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

interface Props {
  readonly shown: ListedReport
}

interface ToolsProps extends Props {
  /** True if the rows are shown as a table, not as a graph. */
  readonly isTable: boolean
  readonly setView: (view: string) => void
}

/** The controls that narrow and arrange the rows, and those that save or print them. */
export function Tools({ shown, isTable, setView }: ToolsProps) {
  const { report, extras, state, set, finder } = shown
  const isPhone = usePhone()
  const exporting = useExport(shown)
  // A row is found by a name.
  const hasNames = report.columns(finder.query).some(({ kind }) => kind === 'student' || kind === 'name')
  return (
    <Group gap={6} className="report-tools no-print" style={{ gridArea: 'tools' }}>
      {isTable && hasNames && (
        <TextInput
          type="search"
          aria-label="Find by name or number"
          placeholder="Find by name or number"
          value={state.sought}
          onChange={(event) => set({ sought: event.currentTarget.value })}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={224}
          maw="100%"
          autoComplete="off"
        />
      )}
      {extras.Graph && (
        <SegmentedControl
          aria-label="Show as"
          value={isTable ? 'table' : 'graph'}
          data={[
            { value: 'table', label: 'Table' },
            { value: 'graph', label: 'Graph' },
          ]}
          onChange={setView}
        />
      )}
      {isPhone ? (
        <PhoneTools shown={shown} exporting={exporting} />
      ) : (
        <>
          {isTable && <ViewMenu shown={shown} />}
          <ExportMenu {...exporting} />
          <Button
            variant="subtle"
            aria-keyshortcuts="Alt+P"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {report.words.print ?? 'Print'}
          </Button>
        </>
      )}
    </Group>
  )
}

function PhoneTools({ shown, exporting }: Props & { readonly exporting: ReturnType<typeof useExport> }) {
  const switches = useViewSwitches(shown)
  if (exporting.cancel) return <ExportMenu {...exporting} />
  return (
    <MenuButton
      position="bottom-end"
      entries={[
        { label: shown.report.words.print ?? 'Print', onPress: () => window.print() },
        ...exporting.entries,
        ...switches.map(({ label, isOn, turn }) => ({ label, isCurrent: isOn, onPress: turn })),
      ]}
      button={
        <ActionIcon variant="default" size={30} aria-label="View, export and print">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}

/** The ways to arrange the rows, each on or off. */
function useViewSwitches({ report, extras, state: { isGrouped, isCharted }, set }: ListedReport) {
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const byClass = { label: 'Group by class', isOn: isGrouped, turn: () => set({ isGrouped: !isGrouped }) }
  const chart = { label: 'Chart', isOn: isCharted, turn: () => set({ isCharted: !isCharted }) }
  const turnRoomy = () => setPreferences({ rows: isRoomy ? 'dense' : 'roomy' })
  return [
    ...(hasClasses(report) ? [byClass] : []),
    ...(extras.Chart ? [chart] : []),
    { label: 'Roomy rows', isOn: isRoomy, turn: turnRoomy },
  ]
}

/** Arranges the rows and chooses the columns of screen and paper; files keep the specified columns. */
function ViewMenu({ shown }: Props) {
  const { report, finder } = shown
  const switches = useViewSwitches(shown)
  const { all, shown: columns, changed } = useChosenColumns(report, finder.query)
  const choose = (keys: readonly string[]) =>
    setPreferences({ columns: { ...usePreferences.getState().columns, [report.name]: keys } })
  const toggle = (key: string) =>
    choose(changed.includes(key) ? changed.filter((other) => other !== key) : [...changed, key])
  return (
    <PanelButton
      position="bottom-end"
      label="View"
      width={250}
      button={
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          View
        </Button>
      }
    >
      <Stack gap={6}>
        {switches.map(({ label, isOn, turn }) => (
          <Checkbox key={label} label={label} checked={isOn} onChange={turn} />
        ))}
        <Text size="xs" c="dimmed">
          Columns on screen and on paper. Files have the standard columns.
        </Text>
        {all
          .filter((column) => !isFixed(column))
          .map((column) => (
            <Checkbox
              key={column.key}
              label={column.heading}
              checked={columns.includes(column)}
              onChange={() => toggle(column.key)}
            />
          ))}
        {changed.length > 0 && (
          <Anchor component="button" type="button" size="sm" onClick={() => choose([])}>
            Standard columns
          </Anchor>
        )}
      </Stack>
    </PanelButton>
  )
}

/** The entries that make a file of the whole report, one at a time; `cancel` is null while no file is made. */
function useExport({ report, found, finder: { query, rows } }: ListedReport) {
  const { campus } = useStaff()
  const tellFailed = useTellFailed()
  const running = useRef<AbortController>(null)
  const [isMaking, setMaking] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  const rowsText = useMemo(() => report.countText?.(rows) ?? count(rows.length, report.noun), [report, rows])

  async function make(format: FileFormat): Promise<void> {
    const endpoint = fileEndpoints.get(report)
    if (!endpoint) throw new Error(`There are no files of ${report.name}`)
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setMaking(true)
    const sent = { ...sentTo(endpoint, campus, { ...query, format }), signal }
    const made = retryWhileBusy(() => download(endpoint, sent), signal)
    const failure = await made.then(
      () => null,
      (error: unknown) => error,
    )
    // A file that was cancelled, or whose report was left, shows no message.
    if (signal.aborted) return
    setMaking(false)
    if (failure !== null) await tellFailed(failure, 'Failed to make the file')
  }
  const cancel = () => {
    running.current?.abort()
    setMaking(false)
  }
  useCancelKey(isMaking, cancel)
  return {
    /** The content of the file: `The whole report, 1,204 vouchers`. */
    holds: `The whole report, ${found?.more ? `older ${pluralOf(report.noun)} too` : rowsText}`,
    entries: [
      { label: 'Excel', onPress: () => void make('xlsx') },
      { label: 'CSV', onPress: () => void make('csv') },
    ],
    cancel: isMaking ? cancel : null,
  }
}

/** A menu with the formats; while a file is made, a button that cancels it, as Escape does. */
function ExportMenu({ holds, entries, cancel }: ReturnType<typeof useExport>) {
  const isSlow = useIsSlow(cancel !== null)
  if (cancel)
    return (
      <Button
        variant="default"
        aria-busy
        data-popup
        {...(isSlow && { 'aria-label': 'Cancel the file' })}
        leftSection={<Loader size={14} aria-hidden />}
        // A double-click must not cancel the file that it requested.
        onClick={() => isSlow && cancel()}
      >
        {isSlow ? 'Cancel' : 'Export'}
      </Button>
    )
  return (
    <MenuButton
      position="bottom-end"
      heading={holds}
      entries={entries}
      button={
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Export
        </Button>
      }
    />
  )
}
