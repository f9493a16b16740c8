import { ActionIcon, Group, SegmentedControl } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Report } from '#reports/report.ts'
import { PrintButton } from '#web/kit/print-button.tsx'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { FindRows } from '#web/ui/find-rows.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { ExportMenu, useExport, type ExportProps } from './export-menu.tsx'
import { useViewSwitches, ViewMenu, type ViewProps } from './report-columns.tsx'
import type { Query } from './use-report.ts'

export interface ToolsProps {
  readonly report: Report
  readonly query: Query
  readonly finder: { readonly sought: string; readonly search: (text: string) => void }
  /** The files of the whole report. */
  readonly files: ExportProps
  readonly extras: ReportExtras
  readonly arrangement: Pick<ViewProps, 'isGrouped' | 'isCharted'>
  readonly onArrange: ViewProps['onArrange']
  readonly view: string
  readonly setView: (view: string) => void
}

/** True if rows have a name, by which one is found. */
const hasNames = (report: Report, query: Query): boolean =>
  report.columns(query).some(({ kind }) => kind === 'student' || kind === 'name')

/** The controls that narrow and arrange the rows, and those that save or print them. */
export function Tools(props: ToolsProps) {
  const { report, query, finder, files, extras, view, setView, arrangement, onArrange } = props
  const isTable = view === 'table' || !extras.Graph
  const isPhone = usePhone()
  const exporting = useExport(files)
  const views = { report, query, ...arrangement, hasChart: extras.Chart !== undefined, onArrange }
  return (
    <Group gap={6} className="report-tools no-print">
      {isTable && hasNames(report, query) && (
        <FindRows label="Find by name or number" value={finder.sought} onChange={finder.search} />
      )}
      {extras.Graph && <ViewSwitch view={view} onChange={setView} />}
      {isPhone ? (
        <PhoneTools report={report} exporting={exporting} views={views} />
      ) : (
        <>
          {isTable && <ViewMenu {...views} />}
          <ExportMenu {...exporting} />
          <PrintButton {...(report.words.print !== undefined && { label: report.words.print })} />
        </>
      )}
    </Group>
  )
}

interface PhoneToolsProps extends Pick<ToolsProps, 'report'> {
  readonly exporting: ReturnType<typeof useExport>
  readonly views: ViewProps
}

/** The tools in one menu. */
function PhoneTools({ report, exporting, views }: PhoneToolsProps) {
  const switches = useViewSwitches(views)
  if (exporting.cancel) return <ExportMenu {...exporting} />
  return (
    <MenuButton
      position="bottom-end"
      entries={[
        { label: report.words.print ?? 'Print', onPress: () => window.print() },
        ...exporting.entries,
        ...switches.map(({ label, isOn, turn }) => ({ label, isCurrent: isOn, onPress: () => turn(!isOn) })),
      ]}
      button={
        <ActionIcon variant="default" size={30} aria-label="View, export and print">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}

interface GraphSwitchProps {
  readonly view: string
  readonly onChange: (view: string) => void
}

const ViewSwitch = ({ view, onChange }: GraphSwitchProps) => (
  <SegmentedControl
    className="no-print"
    aria-label="Show as"
    value={view}
    data={[
      { value: 'table', label: 'Table' },
      { value: 'graph', label: 'Graph' },
    ]}
    onChange={onChange}
  />
)
