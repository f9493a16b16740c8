import { Box, Stack, Text, Title } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import columnsPicture from './help-columns.png'
import dryRunPicture from './help-dry-run.png'

/** Explains how a file is prepared and imported, with pictures of the two most important steps. */
export const ImportHelp = ({ close }: { readonly close: () => void }) => (
  <Dialog title="How to import a file" close={close} size="xl">
    <Stack gap="md">
      <div>
        <Title order={3}>The file</Title>
        <Box component="ul" m="4px 0 0" ps={20}>
          <li>One row for each child, under one row of headings. Rows above the headings do no harm.</li>
          <li>
            The first visible sheet is read. Save an old .xls as .xlsx first; a file with a password has to be
            saved without it.
          </li>
          <li>
            Headings may be English, Roman Urdu or Urdu: <i>Father Name</i>, <i>Walid ka naam</i>,{' '}
            <span lang="ur">ولدیت</span>.
          </li>
          <li>
            A balance is what the child owes on the last day of a month, from the old books. Fees that the
            portal bills later are not in it.
          </li>
        </Box>
      </div>
      <div>
        <Title order={3}>Say what each column is</Title>
        <Text mb="xs">
          Most are recognised. Leave out what the portal does not keep, such as remarks. Sample values show
          what a column holds.
        </Text>
        <Picture
          src={columnsPicture}
          alt="The step Columns: each column of the file with sample values and the field that was chosen for it"
        />
      </div>
      <div>
        <Title order={3}>Compare, correct, then write</Title>
        <Text mb="xs">
          Compare the sums with the old books. Click a problem to see its rows, and a cell to correct it;
          leave out what cannot be corrected. Nothing is written before you confirm, and then all rows or
          none.
        </Text>
        <Picture
          src={dryRunPicture}
          alt="The step Check: counts, sums to compare with the old books, what is wrong, and the refused rows"
        />
      </div>
      <div>
        <Title order={3}>Afterwards</Title>
        <Text>
          The same file again changes nothing, so a corrected file can be imported as a whole: only rows that
          differ are written. An opening balance that is in the books is corrected with an adjustment. An
          import that went wrong as a whole can be taken back by your IT person, while nothing else happened
          to its children.
        </Text>
      </div>
    </Stack>
  </Dialog>
)

const Picture = (picture: Record<'src' | 'alt', string>) => (
  <Box component="img" w="100%" bd="1px solid var(--mantine-color-default-border)" bdrs="sm" {...picture} />
)
