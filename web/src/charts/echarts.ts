// The charts library with only what is used: axes and grids, and one kind of series that draws our own marks.
// Loaded when the first chart appears.

import { CustomChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([CanvasRenderer, SVGRenderer, CustomChart, GridComponent]);

export { init };
