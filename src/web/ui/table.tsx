import { Box, type BoxProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import './rows.css'

// The library's table would load its scroll area and the code of popups with every screen that has a table.

type PartProps<Tag extends 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td'> = BoxProps &
  Omit<ComponentProps<Tag>, keyof BoxProps>

interface Props extends PartProps<'table'> {
  /** The space above and below the text of a cell, in px. */
  readonly verticalSpacing: number
  /** The space before and after the text of a cell, in px. */
  readonly horizontalSpacing?: number
  readonly withRowBorders?: boolean
}

/** A small table; its parts take the library's style props. */
function TableRoot({ verticalSpacing, horizontalSpacing = 10, withRowBorders = true, ...rest }: Props) {
  const space = `${verticalSpacing}px ${horizontalSpacing}px`
  const style: Record<string, string> = { '--space': space, borderCollapse: 'collapse' }
  const lines = withRowBorders || undefined
  return <Box component="table" className="table" w="100%" data-lines={lines} style={style} {...rest} />
}

export const Table = Object.assign(TableRoot, {
  Thead: (props: PartProps<'thead'>) => <Box component="thead" {...props} />,
  Tbody: (props: PartProps<'tbody'>) => <Box component="tbody" {...props} />,
  Tr: (props: PartProps<'tr'>) => <Box component="tr" {...props} />,
  Th: (props: PartProps<'th'>) => <Box component="th" {...props} />,
  Td: (props: PartProps<'td'>) => <Box component="td" {...props} />,
})
