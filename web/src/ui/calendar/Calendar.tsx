import { DatePicker } from '@mantine/dates';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/dates/styles.layer.css';
import { KitScope } from '../../theme/KitScope.tsx';
import { uiMessages } from '../messages.ts';

/** The kit's calendar, for one day; loaded by `DateField` when it is opened. */
export default function Calendar({
  value,
  min,
  max,
  onChange,
}: {
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  onChange: (day: string | null) => void;
}) {
  return (
    <KitScope>
      <DatePicker
        value={value}
        defaultDate={value ?? undefined}
        minDate={min}
        maxDate={max}
        firstDayOfWeek={1}
        // They are too pale to be read, and choosing one would turn the page.
        hideOutsideDates
        weekendDays={[]}
        styles={{ weekday: { textAlign: 'center' } }}
        ariaLabels={uiMessages.calendar.names}
        onChange={onChange}
      />
    </KitScope>
  );
}
